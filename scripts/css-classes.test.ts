import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { classesOf, findDeadClasses } from './css-classes.ts';
import { root } from './run.mjs';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const find = (css: string, source: string) =>
  findDeadClasses({
    modules: new Map([['a.module.css', classesOf(css)]]),
    sources: new Map([['a.tsx', `import classes from './a.module.css';\n${source}`]]),
    resolve: () => 'a.module.css',
  });

it('finds no unused and no undefined class of a CSS module in the web app', () => {
  const files = globSync('apps/web/{src,gallery}/**/*.{ts,tsx,css}', { cwd: root });
  const modules = new Map(
    files.filter((file) => file.endsWith('.module.css')).map((file) => [file, classesOf(read(file))]),
  );
  const sources = new Map(files.filter((file) => /\.tsx?$/.test(file)).map((file) => [file, read(file)]));
  expect(modules.size).toBeGreaterThan(50);
  expect(findDeadClasses({ modules, sources, resolve: (source, at) => join(dirname(source), at) })).toEqual([]);
});

it('reads classes from every kind of selector, but not from values, comments or global selectors', () => {
  const css = `
    /* .comment */
    .plain, .list > .child:hover { margin: 0.5em; background: url(a.png); }
    :global(.mantine-Input) .inside[data-kind="a.b"] { color: red; }
    @media (max-width: 600px) { .narrow { display: none; } }
  `;
  expect([...classesOf(css)].sort()).toEqual(['child', 'inside', 'list', 'narrow', 'plain']);
});

it('reports a class that no source uses and one that no module defines', () => {
  expect(find('.used {} .dead {}', 'classes.used; classes.missing;')).toEqual([
    'a.tsx uses .missing, which a.module.css lacks',
    'a.module.css defines .dead in vain',
  ]);
});

it('treats a computed lookup as a use of every class, and a quoted one as a use of that class', () => {
  expect(find('.a {} .b {}', 'classes[kind];')).toEqual([]);
  expect(find('.a {} .b {}', "classes['a'];")).toEqual(['a.module.css defines .b in vain']);
});

it('finds no colour or size variable that is used and defined nowhere', () => {
  const files = globSync('apps/web/src/**/*.{ts,tsx,css}', { cwd: root }).map(read);
  const colors = read('apps/web/src/theme/colors.ts').matchAll(/^ +(\w+): '/gm);
  const defined = new Set([
    ...[...colors].map(([, name = '']) => `--sp-${name.replace(/[A-Z0-9]/g, (c) => `-${c.toLowerCase()}`)}`),
    ...files.flatMap((text) => [...text.matchAll(/(--sp-[\w-]+)['"]?\]?[:,]/g)].map(([, name = '']) => name)),
  ]);
  const used = new Set(
    files.flatMap((text) => [...text.matchAll(/var\((--sp-[\w-]+)\)/g)].map(([, name = '']) => name)),
  );
  expect([...used].filter((name) => !defined.has(name))).toEqual([]);
});
