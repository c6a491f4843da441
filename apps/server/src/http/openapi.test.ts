import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { entityList } from '@signpost/contract/entities/index.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const world = await testApp();
const answerOf = z.looseObject({
  content: z.object({ 'application/json': z.object({ schema: z.looseObject({ properties: z.looseObject({}) }) }) }),
});
const operation = z.looseObject({
  operationId: z.string().optional(),
  summary: z.string().optional(),
  responses: z.record(z.string(), z.unknown()).optional(),
});
const document = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) });
const { paths } = document.parse(JSON.parse((await world.anonymous('GET', '/api/openapi.json')).text));
const operations = Object.values(paths).flatMap((methods) => Object.values(methods));

/** The columns of a record as the documentation shows them. */
function documentedColumns(entity: EntityDefinition): string[] {
  const read = operations.find(({ operationId }) => operationId === entityCalls(entity).read.name);
  const data = answerOf.parse(read?.responses?.['2XX']).content['application/json'].schema.properties.data;
  return Object.keys(z.looseObject({ properties: z.looseObject({}) }).parse(data).properties);
}

describe('the API documentation', () => {
  it('gives each operation a unique id and a summary', () => {
    const named = operations.filter(({ operationId }) => operationId !== undefined);
    expect(named.length).toBeGreaterThan(300);
    expect(new Set(named.map(({ operationId }) => operationId)).size).toBe(named.length);
    expect(named.filter(({ summary = '' }) => !summary.endsWith('.'))).toEqual([]);
  });

  it.each(entityList.map((entity) => [entity.name, entity] as const))(
    'shows every field of %s in the answer',
    (_name, entity) => {
      const columns = documentedColumns(entity);
      expect(columns).toEqual(expect.arrayContaining(['id', 'version', 'may', ...Object.keys(entity.fields)]));
    },
  );
});

it('says what each call needs: a session and the ticket, the key of a site, or nothing', () => {
  const needs = (method: string, path: string) => {
    const { security } = z
      .looseObject({ security: z.array(z.record(z.string(), z.array(z.string()))).optional() })
      .parse(paths[path]?.[method]);
    return security?.map((one) => Object.keys(one));
  };
  // The general rule at the head of the document applies.
  expect(needs('get', '/api/profile')).toBeUndefined();
  expect(needs('post', '/api/auth/google')).toEqual([]);
  expect(needs('post', '/api/public/leads')).toEqual([['siteKey']]);
});

it('documents every part of a statistics question as a parameter', () => {
  const parameters = z.object({ parameters: z.array(z.looseObject({ name: z.string() })) });
  const names = (path: string) => parameters.parse(paths[path]?.get).parameters.map(({ name }) => name);
  const parts = [
    'tab',
    'levels',
    'dateRange',
    'compare',
    'filters',
    'excludes',
    'kingstat',
    'columns',
    'limit',
    'offset',
  ];
  for (const path of ['/api/statistics/tabs', '/api/statistics/why', '/api/statistics/changes'])
    expect(names(path)).toEqual(expect.arrayContaining(parts));
  expect(names('/api/statistics/export')).toEqual(expect.arrayContaining(['format', ...parts]));
  expect(names('/api/statistics/facts')).toEqual(expect.arrayContaining(['kinds', 'metric', ...parts]));
  expect(names('/api/statistics/lifetime')).toEqual(expect.arrayContaining(['basis', 'rows', ...parts]));
});

it('documents what notes are asked for, although it depends on their kind', () => {
  const parameters = z.object({
    parameters: z.array(z.looseObject({ name: z.string(), required: z.boolean().optional() })),
  });
  const of = (path: string) => parameters.parse(paths[path]?.get).parameters;
  expect(of('/api/notes').map(({ name }) => name)).toEqual(['kind', 'entity', 'id', 'tab', 'start', 'end']);
  expect(of('/api/notes/people').map(({ name }) => name)).toEqual(['kind', 'entity', 'id', 'tab']);
  expect(of('/api/notes/people').find(({ name }) => name === 'kind')?.required).toBe(true);
});
