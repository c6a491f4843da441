import type { FastifyReply } from 'fastify';
import { csvFile, type StatsTable, type StreamedTable, XLSX_TYPE, xlsxFile } from './table-file.ts';

/** Sends a table as a file of this name and format. */
export async function sendTable(
  reply: FastifyReply,
  table: StatsTable | StreamedTable,
  name: string,
  format: 'csv' | 'xlsx',
): Promise<FastifyReply> {
  reply.header('content-disposition', `attachment; filename="${name}.${format}"`);
  return format === 'csv'
    ? reply.type('text/csv; charset=utf-8').send(csvFile(table))
    : reply.type(XLSX_TYPE).send(await xlsxFile(table));
}
