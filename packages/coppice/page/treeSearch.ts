import { answerText, conditionWords } from "../src/use/draw/treeBoxes.js";
import type { TreeData } from "../src/use/draw/treeData.js";
import { wordsOf } from "./rulesFilter.js";

/**
 * Finds the nodes whose text contains all the search words: the condition that leads to a node, and the attribute it
 * tests or, for a leaf, its prediction.
 */
export class TreeSearch {
  private readonly texts: string[];

  constructor(private readonly data: TreeData) {
    this.texts = data.nodes.map((node, i) => {
      const own = node.a === undefined ? answerText(node, data) : data.attributes[node.a];
      return `${conditionWords(data, i)} ${own}`.toLowerCase();
    });
  }

  /** In preorder. */
  find(text: string): number[] {
    const words = wordsOf(text);
    if (words.length === 0) return [];
    return [...this.data.nodes.keys()].filter((i) => words.every((word) => this.texts[i].includes(word)));
  }
}
