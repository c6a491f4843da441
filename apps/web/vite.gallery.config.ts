import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The gallery of primitives: for development only, never part of the product build. */
export default defineConfig({
  root: `${import.meta.dirname}/gallery`,
  publicDir: `${import.meta.dirname}/public`,
  plugins: [react()],
  css: { postcss: import.meta.dirname },
  build: { outDir: 'dist', emptyOutDir: true, reportCompressedSize: false },
});
