import { defineConfig } from 'vite';

// One script and one style sheet under fixed names: they are built into the program.
export default defineConfig({
  esbuild: { jsx: 'automatic', jsxImportSource: 'preact', legalComments: 'none' },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    cssCodeSplit: false,
    rollupOptions: {
      output: { entryFileNames: 'page.js', chunkFileNames: 'page-[name].js', assetFileNames: 'page[extname]' },
    },
  },
});
