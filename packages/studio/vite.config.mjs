import { defineConfig } from "vite";

/** The workers' files by their fixed names: the page starts the first, the library in it the others. */
const WORKERS = {
  studioWorker: "src/work/worker.ts",
  browserFitWorker: "coppice/browserFitWorker",
  browserWorker: "coppice/browserWorker",
};

/**
 * The library names its workers in a way that Vite would bundle once more, with all of their code. Here they are entries
 * of the same build, which share its files, and the page passes their folder (`workers`) with every request.
 */
const sharedWorkers = {
  name: "shared-workers",
  enforce: "pre",
  transform(code, id) {
    if (!/targets[\\/]browser(Fit|Team)\.js$/.test(id)) return undefined;
    return code.replaceAll(
      /new URL\("\.\/(browser\w+\.js)", import\.meta\.url\)/g,
      'new URL("$1", self.location.href)',
    );
  },
};

export default defineConfig({
  // Relative addresses: the files work in any folder of any host.
  base: "./",
  publicDir: "public",
  plugins: [sharedWorkers],
  build: {
    target: "es2022",
    outDir: "dist",
    emptyOutDir: true,
    modulePreload: false,
    chunkSizeWarningLimit: 2000,
    // Data addresses would need a wider policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { index: "index.html", ...WORKERS },
      output: {
        entryFileNames: ({ name }) => (name in WORKERS ? "assets/[name].js" : "assets/[name]-[hash].js"),
        chunkFileNames: "assets/[name]-[hash].js",
        assetFileNames: "assets/[name]-[hash][extname]",
      },
    },
  },
});
