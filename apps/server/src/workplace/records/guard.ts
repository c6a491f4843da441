/** Guards all calls with a record's id in their address: they are refused to people who may not read the record. */
import { AppError } from '@signpost/contract/errors.ts';
import { isObject } from '@signpost/contract/objects.ts';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import { viewerOf } from '../../http/access.ts';
import { kindFilter, rowFilter } from './scope.ts';

/** The id in an address, which the route's schema has validated. */
function idIn(params: unknown, name: string): number {
  const id = isObject(params) ? Number(params[name]) : Number.NaN;
  if (!Number.isSafeInteger(id) || id < 1) throw new AppError('ITEM_NOT_FOUND');
  return id;
}

/** For every call that declares `rows: { of }`, checks that its record is among the viewer's rows, before anything else runs. */
export function guardRows(app: FastifyInstance, { db }: Pick<Deps, 'db'>): void {
  app.addHook('preHandler', async (request) => {
    const { access, rows } = request.routeOptions.config;
    if (access === 'public' || typeof rows !== 'object') return;
    const { of: entity, parameter = 'id' } = rows;
    const id = idIn(request.params, parameter);
    const filter = rowFilter(entity, viewerOf(request)) ?? sql`true`;
    const found = await sql`SELECT 1 FROM ${sql.table(entity.table)} t
      WHERE t.id = ${id} AND ${kindFilter(entity)} AND ${filter}`.execute(db);
    if (found.rows.length === 0) throw new AppError('ITEM_NOT_FOUND');
  });
}
