/** Two people and a machine at one sheet: random edits on both sides, and what must hold whatever they do. */
import { type GoogleAccess, syncGoogleSheet } from '@signpost/contract/sheets/google/carry-out.ts';
import type { SyncConflict } from '@signpost/contract/sheets/google/sync.ts';
import type { SheetRow } from '@signpost/contract/sheets/sheet.ts';
import type { GoogleCell, GoogleSheets, Spreadsheet } from '@signpost/testkit/google-sheets.ts';
import { newId } from '../../../../platform/ids.ts';
import { decideConflicts } from '../decide.ts';
import { planSync } from '../plan.ts';
import { adoptRows, type BaseRow, type Effects } from '../state.ts';

const HEADERS = { name: 'Name', page: 'Page', keyword: 'Keyword' } as const;

/** Numbers that follow from a seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const shownIn = (cell: GoogleCell | undefined): string => cell?.shows ?? cell?.stringValue ?? '';

/** One sheet, its Google sheet, and what became of every text that somebody typed. */
export class History {
  ours: SheetRow[] = [];
  conflicts: SyncConflict[] = [];
  readonly #random: () => number;
  readonly #google: GoogleSheets;
  readonly #access: GoogleAccess;
  readonly #sheet: Spreadsheet;
  #base: BaseRow[] = [];
  #slot = 0;
  readonly #plans = new Map<string, Effects>();
  /** Plans whose new rows were taken. */
  readonly #taken = new Set<string>();
  #typed = 0;
  /** Texts whose disappearance somebody saw: typed over, deleted, or decided against. */
  readonly #seen = new Set<string>();
  readonly #texts = new Set<string>();
  readonly #formulas = new Set<string>();
  /** How often a name may appear: once, and once more for each copy. */
  readonly #allowed = new Map<string, number>();

  constructor(seed: number, google: GoogleSheets, access: GoogleAccess) {
    this.#random = randomFrom(seed);
    this.#google = google;
    this.#access = access;
    this.#sheet = google.create(`History ${seed}`);
  }

  #pick<T>(all: readonly T[]): T | undefined {
    return all[Math.floor(this.#random() * all.length)];
  }

  #text(prefix: string): string {
    this.#typed += 1;
    const text = `${prefix}${this.#typed}`;
    this.#texts.add(text);
    return text;
  }

  #name(): string {
    const name = this.#text('n');
    this.#allowed.set(name, 1);
    return name;
  }

  get #rows(): (GoogleCell | undefined)[][] {
    return this.#sheet.tab.rows;
  }

  #place(header: string): number {
    return (this.#rows[0] ?? []).findIndex((cell) => shownIn(cell) === header);
  }

  /** The indexes of the rows of the Google sheet that hold something. */
  #filled(): number[] {
    return this.#rows.flatMap((cells, at) => (at > 0 && cells.some((cell) => shownIn(cell) !== '') ? [at] : []));
  }

  readonly #here: Readonly<Record<string, () => void>> = {
    edit: () => {
      const row = this.#pick(this.ours);
      const column = this.#pick(['page', 'keyword']);
      if (row === undefined || column === undefined) return;
      this.#seen.add(row.cells[column] ?? '');
      const text = this.#random() < 0.15 ? '' : this.#text('o');
      this.ours = this.ours.map((one) => (one === row ? { ...row, cells: { ...row.cells, [column]: text } } : one));
    },
    insert: () => {
      const at = Math.floor(this.#random() * (this.ours.length + 1));
      const row = { key: newId(), cells: { name: this.#name(), page: this.#text('o') }, boxId: null };
      this.ours = this.ours.toSpliced(at, 0, row);
    },
    remove: () => {
      const row = this.#pick(this.ours);
      if (row === undefined) return;
      for (const text of Object.values(row.cells)) this.#seen.add(text);
      this.ours = this.ours.filter((one) => one !== row);
    },
    move: () => {
      const row = this.#pick(this.ours);
      if (row === undefined) return;
      const rest = this.ours.filter((one) => one !== row);
      this.ours = rest.toSpliced(Math.floor(this.#random() * (rest.length + 1)), 0, row);
    },
  };

  #setThere(at: number, column: 'name' | 'page' | 'keyword', cell: GoogleCell | undefined): void {
    const place = this.#place(HEADERS[column]);
    const row = this.#rows[at];
    if (place < 0 || row === undefined) return;
    this.#seen.add(shownIn(row[place]));
    row[place] = cell;
  }

  readonly #there: Readonly<Record<string, () => void>> = {
    edit: () => {
      const at = this.#pick(this.#filled());
      const column = this.#pick(['page', 'keyword'] as const);
      if (at === undefined || column === undefined) return;
      this.#setThere(at, column, this.#random() < 0.15 ? undefined : { stringValue: this.#text('g') });
    },
    formula: () => {
      const at = this.#pick(this.#filled());
      if (at === undefined || this.#place('Keyword') < 0) return;
      const shows = this.#text('f');
      this.#formulas.add(shows);
      this.#setThere(at, 'keyword', { formulaValue: '=CONCAT("f";"1")', shows });
    },
    note: () => {
      const at = this.#pick(this.#filled());
      const row = at === undefined ? undefined : this.#rows[at];
      if (row === undefined) return;
      this.#seen.add(shownIn(row[24]));
      row[24] = { stringValue: this.#text('x') };
    },
    insert: () => {
      if (this.#rows.length === 0) return;
      const at = 1 + Math.floor(this.#random() * this.#rows.length);
      this.#rows.splice(at, 0, []);
      this.#setThere(at, 'name', { stringValue: this.#name() });
      this.#setThere(at, 'page', { stringValue: this.#text('g') });
    },
    remove: () => {
      const at = this.#pick(this.#filled());
      if (at === undefined) return;
      for (const cell of this.#rows[at] ?? []) this.#seen.add(shownIn(cell));
      this.#rows.splice(at, 1);
    },
    copy: () => {
      const at = this.#pick(this.#filled());
      const row = at === undefined ? undefined : this.#rows[at];
      if (at === undefined || row === undefined) return;
      const to = 1 + Math.floor(this.#random() * this.#rows.length);
      this.#rows.splice(to, 0, [...row]);
      const name = shownIn(row[this.#place('Name')]);
      if (this.#random() < 0.6) this.#rows[to]?.splice(this.#place('Name'), 1, { stringValue: this.#name() });
      else this.#allowed.set(name, (this.#allowed.get(name) ?? 0) + 1);
    },
    sort: () => {
      const [head, ...rows] = this.#rows;
      const place = this.#place(this.#pick(['Name', 'Page', 'Keyword']) ?? '');
      if (head === undefined || place < 0) return;
      const sign = this.#random() < 0.5 ? 1 : -1;
      rows.sort((one, other) => sign * shownIn(one[place]).localeCompare(shownIn(other[place])));
      this.#sheet.tab.rows = [head, ...rows];
    },
    sortWithoutKeys: () => {
      const [head, ...rows] = this.#rows;
      const [place, key] = [this.#place('Page'), this.#place('Signpost key')];
      if (head === undefined || key < 0) return;
      const keys = rows.map((cells) => cells[key]);
      rows.sort((one, other) => shownIn(one[place]).localeCompare(shownIn(other[place])));
      this.#sheet.tab.rows = [
        head,
        ...rows.map((cells, at) =>
          Array.from({ length: 26 }, (_, column) => (column === key ? keys[at] : cells[column])),
        ),
      ];
    },
  };

  /** One thing that a person does, here or in Google. */
  act(): void {
    const all = this.#random() < 0.45 ? this.#here : this.#there;
    const names = Object.keys(all).flatMap((name) => (name === 'edit' ? [name, name, name] : [name]));
    all[this.#pick(names.filter((name) => name !== 'sortWithoutKeys' || this.#random() < 0.3)) ?? 'edit']?.();
  }

  #adopt(planId: string): void {
    const effects = this.#plans.get(planId);
    if (effects === undefined || this.#taken.has(planId)) return;
    this.#taken.add(planId);
    const { ours, base } = adoptRows({ ours: this.ours, base: this.#base }, effects);
    this.ours = ours;
    this.#base = base;
  }

  async #sync(): Promise<void> {
    await syncGoogleSheet(this.#access, {
      kind: 'seo',
      spreadsheetId: this.#sheet.id,
      tabId: 0,
      plan: async (read) => {
        const next = this.#slot + 1;
        const carried = read.carriedOut.find(({ metadataId }) => metadataId === next);
        const carriedOut = carried === undefined ? null : (this.#plans.get(carried.planId) ?? null);
        if (carried !== undefined) {
          this.#slot = next;
          this.#adopt(carried.planId);
        }
        const plan = { id: newId(), metadataId: this.#slot + 1, forgets: null };
        const isFirst = next === 1;
        const state = { isFirst, carriedOut, base: this.#base, ours: this.ours, links: new Map<string, string>() };
        const planned = planSync({ kind: 'seo', tabId: 0, read, canTake: true, plan, newKey: newId, ...state });
        this.ours = planned.ours;
        this.#base = planned.base;
        this.conflicts = planned.conflicts;
        this.#plans.set(plan.id, planned.effects);
        return { id: plan.id, requests: planned.requests, summary: planned.summary };
      },
      confirm: async (planId) => this.#adopt(planId),
    });
  }

  /** A sync, sometimes with a lost answer or request, a quota, or pressed twice. */
  async sync(): Promise<void> {
    const luck = this.#random();
    if (luck < 0.15) this.#google.faults.push('none', 'lose');
    else if (luck < 0.25) this.#google.faults.push('none', 'drop');
    else if (luck < 0.3) this.#google.faults.push('quota', 'none', 'quota');
    else if (luck < 0.35) this.#google.faults.push('lose');
    if (luck > 0.8) await Promise.all([this.#sync(), this.#sync()]);
    else await this.#sync();
    this.#google.faults.length = 0;
  }

  /** Gives up in the middle of a sync: the browser is closed after Google has, or has not, got the changes. */
  async breakOff(): Promise<void> {
    this.#google.faults.push(
      'none',
      ...Array.from({ length: 12 }, () => (this.#random() < 0.3 ? 'lose' : 'drop') as 'lose' | 'drop'),
    );
    await this.#sync().catch(() => undefined);
    this.#google.faults.length = 0;
  }

  decide(): void {
    const choices = this.conflicts.map(({ key, column, isFormula }) => ({
      key,
      column,
      take: isFormula || this.#random() < 0.5 ? ('theirs' as const) : ('ours' as const),
    }));
    for (const { key, column, take } of choices) {
      const conflict = this.conflicts.find((one) => one.key === key && one.column === column);
      const row = this.ours.find((one) => one.key === key);
      if (column !== '') this.#seen.add((take === 'ours' ? conflict?.theirs : conflict?.ours) ?? '');
      else if (take === 'theirs' && conflict?.theirs === null)
        for (const text of Object.values(row?.cells ?? {})) this.#seen.add(text);
      else if (take === 'ours' && conflict?.ours === null) {
        for (const text of Object.values(conflict.theirCells ?? {})) this.#seen.add(text);
        // The row may carry another key by now; the person sees what it holds beside our columns.
        for (const text of (conflict.more ?? '').split(' · ')) this.#seen.add(text);
        const cells = this.#rows.find((one) => one.some((cell) => shownIn(cell) === key));
        for (const cell of cells ?? []) this.#seen.add(shownIn(cell));
      }
    }
    const decided = decideConflicts({ base: this.#base, ours: this.ours, conflicts: this.conflicts }, choices);
    this.#base = decided.base;
    this.ours = decided.ours;
    this.conflicts = decided.conflicts;
  }

  #rowsThere(): string[] {
    const places = (['name', 'page', 'keyword'] as const).map((column) => this.#place(HEADERS[column]));
    return this.#filled().map((at) => places.map((place) => shownIn(this.#rows[at]?.[place])).join('|'));
  }

  #rowsHere(): string[] {
    const rows = this.ours.map(({ cells }) =>
      [cells.name, cells.page, cells.keyword].map((text) => text ?? '').join('|'),
    );
    return rows.filter((row) => row !== '||');
  }

  /** Everything that is wrong: doubled rows, lost texts, overwritten formulas. */
  faults(): string[] {
    const everywhere = new Set([
      ...this.ours.flatMap(({ cells }) => Object.values(cells)),
      ...this.#rows.flat().map(shownIn),
    ]);
    const lost = [...this.#texts].filter((text) => !everywhere.has(text) && !this.#seen.has(text));
    const doubled = [this.#rowsHere(), this.#rowsThere()].flatMap((rows, side) => {
      const counts = Map.groupBy(rows, (row) => row.split('|')[0] ?? '');
      return [...counts].flatMap(([name, all]) =>
        name !== '' && all.length > (this.#allowed.get(name) ?? 0) ? [`${name} ${all.length}× on side ${side}`] : [],
      );
    });
    const overwritten = [...this.#formulas].filter(
      (text) =>
        !this.#seen.has(text) &&
        !this.#rows.flat().some((cell) => cell?.formulaValue !== undefined && cell.shows === text),
    );
    return [
      ...lost.map((text) => `lost: ${text}`),
      ...doubled.map((text) => `doubled: ${text}`),
      ...overwritten.map((text) => `formula overwritten: ${text}`),
    ];
  }

  /** The rows of both sides if they differ once nothing is left to decide; empty if they agree. */
  differences(): string[] {
    const [here, there] = [this.#rowsHere().sort(), this.#rowsThere().sort()];
    return here.join('\n') === there.join('\n') ? [] : [`here: ${here.join(' ; ')}`, `there: ${there.join(' ; ')}`];
  }
}
