import { filterRules } from "./rulesFilter.js";
import { startTree } from "./treeView.js";

// The script of a report: bundled by the build into src/use/draw/generated, run by the page itself.
document.documentElement.classList.add("js");
startTree();
filterRules();
