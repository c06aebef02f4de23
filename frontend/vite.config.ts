// Builds the islands into the server's static files. Names carry a hash of the content; the manifest says which is which.
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

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
    rollupOptions: { input: ["src/workbench.ts", "src/report.ts", "src/shared.ts"] },
  },
});
