import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { architectureWithRooms, FLOORS, floorOf, serverRooms } from './rooms.mjs';

const root = join(import.meta.dirname, '..');
const server = join(root, 'apps/server/src');

/** The room of a file of the server; undefined for files outside the rooms. */
const roomOf = (file: string): string | undefined => {
  const path = relative(root, file);
  // The room of an `api` folder is longer than the room around it.
  const around = serverRooms.filter((room) => path.startsWith(`${room.path}/`));
  return around.toSorted((a, b) => b.path.length - a.path.length)[0]?.name;
};

/** The rooms that each room imports, tests left out. */
function importedRooms(): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const name of readdirSync(server, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts') || name.includes('/testing/')) continue;
    const file = join(server, name);
    const from = roomOf(file);
    if (from === undefined) continue;
    const imported = found.get(from) ?? new Set<string>();
    found.set(from, imported);
    for (const [, specifier = ''] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()'(\.[^']+)'/g)) {
      const to = roomOf(join(dirname(file), specifier));
      if (to !== undefined && to !== from) imported.add(to);
    }
  }
  return found;
}

describe('The rooms of the server', () => {
  const imported = importedRooms();

  it('are all in the list of rooms', () => {
    expect([...imported.keys()].sort()).toEqual(serverRooms.map(({ name }) => name).sort());
    const files = readdirSync(server, { recursive: true, encoding: 'utf8' });
    const ofProduct = files.filter((name) => /\/.*(?<!\.test)\.ts$/.test(name));
    expect(ofProduct.filter((name) => roomOf(join(server, name)) === undefined)).toEqual([]);
  });

  it.each(serverRooms.map((room) => [room.name, room.mayImport] as const))(
    '%s is allowed to import exactly the rooms that it imports',
    (name, mayImport) => {
      expect([...(imported.get(name) ?? [])].sort()).toEqual([...mayImport].sort());
    },
  );

  it('import one another in one direction only', () => {
    const allowed = new Map(serverRooms.map((room) => [room.name, room.mayImport]));
    const reach = (name: string, path: readonly string[]): void => {
      expect(path, `a cycle of rooms: ${[...path, name].join(' → ')}`).not.toContain(name);
      for (const next of allowed.get(name) ?? []) reach(next, [...path, name]);
    };
    for (const name of allowed.keys()) reach(name, []);
  });

  it('import nothing from a higher floor', () => {
    const height = (name: string) => FLOORS.indexOf(floorOf(name.replace('/api', '')));
    const upward = serverRooms.flatMap(({ name, mayImport }: { name: string; mayImport: string[] }) =>
      mayImport.filter((other) => height(other) > height(name)).map((other) => `${name} → ${other}`),
    );
    expect(upward).toEqual([]);
  });

  it('are listed in ARCHITECTURE.md with the checked rules', () => {
    const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
    expect(text, 'Run: node scripts/rooms.mjs --write').toBe(architectureWithRooms(text));
  });
});
