/** Inputs for any entity, from its definition, for tests. */

import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import type { EntityName } from '@signpost/contract/define/entity-names.ts';
import type { Field, Fields, TextField } from '@signpost/contract/define/field.ts';
import { initialValue, isVisible } from '@signpost/contract/define/parse.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import type { TestApp } from '@signpost/testkit/app.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { expect } from 'vitest';
import { newId } from '../../../platform/ids.ts';

const campaignCalls = entityCalls(entities.campaign);

export type Input = Record<string, unknown>;
type Admin = Awaited<ReturnType<TestApp['signIn']>>;

let serial = 0;
const letters = (count: number) => {
  serial += 1;
  return `${newId().replaceAll(/[^a-z]/g, '')}${'abcdefghij'[serial % 10]}${'abcdefghij'[Math.floor(serial / 10) % 10]}`.slice(
    -count,
  );
};

/** Two characters that neither a country nor another record uses. */
let codes = 0;
const shortCode = (): string => {
  codes += 1;
  return `${codes % 10}${'abcdefghijklmnopqrstuvwxyz'[Math.floor(codes / 10) % 26]}`;
};

function textOf(field: TextField): string {
  const word = letters(Math.min(field.max, 12));
  switch (field.format) {
    case 'email':
      return `${word}@example.com`;
    case 'host':
      return `${word}.example.com`;
    case 'url':
    case 'targetUrl':
    case 'androidUrl':
    case 'iosUrl':
    case 'campaignTarget':
    case 'imageAddress':
    case 'outgoingUrl':
    case 'leadUrl':
      return `https://example.com/${word}`;
    case 'phone':
      return '+43 1 2345678';
    case 'pagePath':
      return `/${word}`;
    case 'whitelist':
      return `${word}.example.com`;
    case 'lookerUrl':
      return `https://lookerstudio.google.com/embed/${word}`;
    case 'placeName':
      return word;
    case 'hexColor':
      return '#1864ab';
    case 'currency':
    case 'currencyOrCoin':
      return 'USD';
    case 'seriesPrefix':
      return word.toUpperCase();
    case 'timeZone':
      return 'Europe/Vienna';
    default:
      return field.max <= 2 ? shortCode() : word;
  }
}

export interface Inputs {
  /** An input that passes every rule: the required fields, and others that are simple to fill. */
  inputFor(entity: EntityDefinition): Promise<Input>;
  /** Like `inputFor`, with every optional field, list, tag and child row filled where the rules allow it. */
  fullInputFor(entity: EntityDefinition): Promise<Input>;
  /** One child row, as `inputFor` fills it. */
  rowFor(fields: Fields): Promise<Input>;
  /** The id of a record of that entity, which is created at the first call. */
  referenceTo(name: EntityName): Promise<number>;
}

/** Makes inputs, and the records they refer to, as a person who may create them. */
export function inputs(admin: Admin): Inputs {
  let days = 0;
  /** Records for others to refer to, one of each entity, created when first needed. */
  const made = new Map<string, Promise<number>>();
  function referenceTo(name: EntityName): Promise<number> {
    const known = made.get(name);
    if (known !== undefined) return known;
    const work = (async () => {
      if (name === 'user') return admin.userId;
      const { status, body } = await attempt(admin, entityCalls(entities[name]).create, {
        body: await inputFor(entities[name]),
      });
      expect([name, status, body.errors ?? []]).toEqual([name, 201, []]);
      return body.data.id;
    })();
    made.set(name, work);
    return work;
  }

  async function valueFor(field: Field): Promise<unknown> {
    switch (field.kind) {
      case 'text':
        return textOf(field);
      case 'integer':
        return Math.max(field.min, Math.min(field.max, 7));
      case 'decimal':
        return String(Math.max(Number(field.min ?? 0), Math.min(Number(field.max ?? 10), 2.5)));
      case 'choice':
        return field.default ?? field.options[0]?.value;
      case 'reference':
        return await referenceTo(field.to);
      case 'date':
        // Ledgers take no day of the future, so days are counted for each test file and not for all of a worker.
        days += 1;
        return new Date(Date.UTC(2022, 0, days)).toISOString().slice(0, 10);
      case 'instant':
        return '2026-03-01T00:00:00.000Z';
      default:
        return initialValue(field) ?? (field.kind === 'json' ? {} : null);
    }
  }

  /** An input that passes every rule: the required fields, and others that are simple to fill. */
  async function inputFor(entity: EntityDefinition): Promise<Input> {
    const input: Input = {};
    for (const [name, field] of Object.entries(entity.fields) as [string, Field][]) {
      if (field.readOnly || field.kind === 'images') continue;
      if (field.kind === 'rows') {
        // A single campaign has the whole weight.
        if (field.required && field.allocation)
          input[name] = [
            { campaignId: await referenceTo('campaign'), weight: 100, lock: false, weightOverride: false },
          ];
        continue;
      }
      if (field.required || field.kind === 'toggle' || field.kind === 'choice') input[name] = await valueFor(field);
    }
    for (const [name, field] of Object.entries(entity.fields) as [string, Field][])
      if (!isVisible(field, input)) delete input[name];
    return { ...input, ...(await SPECIAL[entity.name]?.()) };
  }

  /** Values that cannot be derived from a definition. */
  const SPECIAL: Partial<Record<string, () => Promise<Input>>> = {
    boxOffer: async () => ({ productId: await referenceTo('product') }),
    outgoingPostback: async () => ({ publisherId: await referenceTo('publisher') }),
    // A campaign has one template.
    template: async () => {
      const data = await call(admin, campaignCalls.create, { body: await inputFor(entities.campaign) });
      return {
        campaignId: data.id,
        variants: [await rowFor(entities.template.fields.variants.of)],
      };
    },
    button: async () => ({ variants: [await rowFor(entities.button.fields.variants.of)] }),
    alert: async () => ({ definition: { question: { tab: 'global', timeZone: 'UTC', dateRange: 'last7Days' } } }),
    report: async () => ({
      definition: { question: { tab: 'global', timeZone: 'UTC', dateRange: 'last7Days' } },
      schedule: { rule: { time: '08:00', zone: 'UTC', days: { every: 'day' } } },
      delivery: {},
    }),
  };

  async function rowFor(fields: Fields): Promise<Input> {
    const row: Input = {};
    for (const [name, field] of Object.entries(fields))
      if (field.required || field.kind === 'toggle' || field.kind === 'choice') row[name] = await valueFor(field);
    return row;
  }

  async function fullInputFor(entity: EntityDefinition): Promise<Input> {
    const input = await inputFor(entity);
    for (const [name, field] of Object.entries(entity.fields) as [string, Field][]) {
      if (field.readOnly || input[name] !== undefined || field.kind === 'images' || !isVisible(field, input)) continue;
      if (field.kind === 'rows') {
        const row = await rowFor(field.of);
        input[name] = [field.allocation ? { ...row, weight: 100 } : row];
      } else if (field.kind === 'references') input[name] = [await referenceTo(field.to)];
      else if (field.kind === 'tags') input[name] = [await referenceTo('tag')];
      else input[name] = await valueFor(field);
    }
    return input;
  }

  return { inputFor, fullInputFor, rowFor, referenceTo };
}
