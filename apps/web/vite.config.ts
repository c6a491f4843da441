import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { guide } from './guide.ts';

const FONTS = ['@fontsource-variable/inter', '@fontsource-variable/jetbrains-mono'];

/** Modules that so many of the 148 screens need are in one file. */
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
    // A file per shared module would be a request per shared module: 129 for the statistics (docs/decisions/0045).
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', tags: ['$initial'], priority: 2 },
            // What Home loads after its first paint must not bring the common file with it.
            { name: 'icons', test: /icons-react.*icons\//, minShareCount: 2, priority: 1 },
            { name: 'common', minShareCount: SHARED_BY },
          ],
        },
      },
    },
  },
});
