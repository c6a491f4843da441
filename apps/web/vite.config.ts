import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { guide } from './guide.ts';

const FONTS = ['@fontsource-variable/inter', '@fontsource-variable/jetbrains-mono'];

/** Modules that at least this many of the 148 screens need share one file. */
const SHARED_BY = 40;

/** The licences of the fonts, which Vite's own list of licences leaves out because fonts are no modules. */
const fontLicences = (): Plugin => ({
  name: 'font-licences',
  generateBundle() {
    const texts = FONTS.map((font) => readFileSync(fileURLToPath(import.meta.resolve(`${font}/LICENSE`)), 'utf8'));
    this.emitFile({ type: 'asset', fileName: 'licences-fonts.txt', source: texts.join('\n\n') });
  },
});

/**
 * The product's web build. Nothing is inlined (no script, no data: asset), so that the server's strict content
 * security policy holds; fonts come out of the packages and are served from the same origin.
 */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), fontLicences(), guide()],
  resolve: { alias: { 'side-channel': fileURLToPath(new URL('side-channel.cjs', import.meta.url)) } },
  server: { proxy: { '/api': 'http://127.0.0.1:4000' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    license: { fileName: 'licences.txt' },
    // Without groups, nearly every shared module is a file of its own, which makes 129 requests for the statistics
    // (docs/decisions/0045).
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], priority: 2 },
            // Home loads icons after its first paint, and must not load the whole common file for them.
            { name: 'icons', test: /icons-react.*icons\//, minShareCount: 2, priority: 1 },
            { name: 'common', minShareCount: SHARED_BY },
          ],
        },
      },
    },
  },
});
