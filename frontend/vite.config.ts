// Builds the islands into the server's static files. Names carry a hash of the content; the manifest says which is which.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

/** What all pages have. */
const PARTS = /node_modules\/svelte|vite\/|rolldown|src\/(parts\.css|api|model\/(?!lag|finding|sight|graph|path|minimap|(?:tasks|compare|simulation)\/(?!asked))|lib\/(clipboard|theme|shelf)|views\/(Menu|Choice|Words|TroubleNote)\b)/;
/** Needed by several parts as soon as there is a picture, and not before. */
const PICTURE =
  /src\/(views\/(DiagramView|Minimap|ZoomBar|PickDialog|PartCard|ShareDialog|CopyField|Dialog|ThingLink)|lib\/(picture|marking|viewport|gestures)|model\/minimap)\b/;

/** What the workbench and a shared page have at once. */
const FRAME = /src\/((viewer|files|panes|runs)\.svelte|workbench\.css|views\/(Frame|Splitter|ViewTabs|ThemeChoice)\b)/;

export default defineConfig({
  // Chunks find each other beside themselves, wherever the server puts static files.
  base: "./",
  plugins: [svelte()],
  publicDir: false,
  build: {
    outDir: "../topoviz/web/static/topoviz/build",
    emptyOutDir: true,
    assetsDir: "assets",
    manifest: "manifest.json",
    modulePreload: false,
    // Pages may not hold data: fonts or inline pictures, so nothing is put in line.
    assetsInlineLimit: 0,
    target: "es2022",
    // The library of the charts, which comes only when a chart comes near.
    chunkSizeWarningLimit: 600,
    rollupOptions: {
      input: ["src/workbench.ts", "src/report.ts", "src/shared.ts"],
      output: {
        codeSplitting: {
          groups: [
            // What several parts need stands beside the first one, so that no lazy part loads that again.
            { name: "parts", test: PARTS, priority: 2 },
            { name: "picture", test: PICTURE, priority: 1 },
            { name: "frame", test: FRAME, priority: 1 },
            // With all that it needs at once.
            { name: "bench", test: /src\/start\.ts$/ },
          ],
        },
      },
    },
  },
});
