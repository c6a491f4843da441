import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * The product's web build. Nothing is inlined (no script, no data: asset), so that the server's strict content
 * security policy holds; fonts come out of the packages and are served from the same origin.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  resolve: { alias: { 'side-channel': fileURLToPath(new URL('side-channel.cjs', import.meta.url)) } },
  server: { proxy: { '/api': 'http://127.0.0.1:4000' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
