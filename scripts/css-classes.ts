/** Finds the classes that a CSS module defines, and those that sources use. */

/** The classes in the selectors of a CSS module, without those of `:global`. */
export function classesOf(css: string): Set<string> {
  const selectors = css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/:global\([^)]*\)/g, '')
    .replace(/\{[^{}]*\}/g, '{}')
    // The remaining text between braces belongs to at-rules, whose selectors count as well.
    .replace(/@[^{;]*[{;]/g, '{');
  return new Set([...selectors.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name = '']) => name));
}

/** Matches any import, even if its specifier ends in something that looks like a class. */
const ANY_IMPORT = /^(?:import|\}) [^;]*from '[^']+';$/gm;
const IMPORT = /import\s+(\w+)\s+from\s+'(\.[^']+\.module\.css)'/g;

/** The names by which a source imports CSS modules, with the modules' specifiers. */
function importsOf(source: string): { name: string; specifier: string }[] {
  return [...source.matchAll(IMPORT)].map(([, name = '', specifier = '']) => ({ name, specifier }));
}

/** The classes of a module that a source uses; null if it computes their names, so that any class may be used. */
function usedClasses(source: string, name: string): Set<string> | null {
  if (new RegExp(`\\b${name}\\[(?!')`).test(source)) return null;
  const used = source.replace(ANY_IMPORT, '').matchAll(new RegExp(`\\b${name}(?:\\.(\\w+)|\\['([^']+)'\\])`, 'g'));
  return new Set([...used].map(([, property, key]) => property ?? key ?? ''));
}

interface Sources {
  /** The classes of each CSS module. */
  modules: ReadonlyMap<string, ReadonlySet<string>>;
  /** The text of each source. */
  sources: ReadonlyMap<string, string>;
  /** The module that a source imports. */
  resolve: (source: string, specifier: string) => string;
}

/** One sentence for each class that is used nowhere or defined nowhere. */
export function findDeadClasses({ modules, sources, resolve }: Sources): string[] {
  const unused = new Map([...modules].map(([file, classes]) => [file, new Set(classes)]));
  const problems: string[] = [];
  for (const [file, source] of sources) {
    for (const { name, specifier } of importsOf(source)) {
      const module = resolve(file, specifier);
      const left = unused.get(module);
      const used = usedClasses(source, name);
      if (used === null) left?.clear();
      for (const one of used ?? []) {
        left?.delete(one);
        if (modules.get(module)?.has(one) === false) problems.push(`${file} uses .${one}, which ${module} lacks`);
      }
    }
  }
  for (const [file, classes] of unused) for (const one of classes) problems.push(`${file} defines .${one} in vain`);
  return problems;
}
