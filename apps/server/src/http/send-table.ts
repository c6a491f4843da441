import type { FastifyReply } from 'fastify';
import { csvFile, type Table, xlsxFile } from '../platform/table-file.ts';
import { disposition } from './file-name.ts';

/** The content types of files with a table. */
export const TABLE_TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

/** Sends a table as a file of this name and format. */
export async function sendTable(
  reply: FastifyReply,
  table: Table,
  name: string,
  format: 'csv' | 'xlsx',
): Promise<FastifyReply> {
  const file = format === 'csv' ? csvFile(table) : await xlsxFile(table);
  return reply
    .header('content-disposition', disposition('attachment', `${name}.${format}`))
    .type(TABLE_TYPES[format])
    .send(file);
}
