/** Writes answers as JSON. In tests, each answer is checked against the schema of its call. */
import { isDeepStrictEqual } from 'node:util';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import { z } from 'zod';

/** In production an answer is only written, because parsing a large one costs more than computing it. */
export const plainSerialiser: FastifySerializerCompiler<unknown> = () => (data) => JSON.stringify(data);

/** Refuses an answer that lacks something its schema promises or that contains more than its schema allows. */
export const checkingSerialiser: FastifySerializerCompiler<unknown> =
  ({ schema, method, url }) =>
  (data) => {
    const text = JSON.stringify(data);
    if (schema instanceof z.ZodType) {
      const sent: unknown = JSON.parse(text);
      const parsed = schema.safeParse(sent);
      const where = `${method} ${url} answers compared with its schema`;
      if (!parsed.success) throw new Error(`${where}: ${z.prettifyError(parsed.error)}`);
      if (!isDeepStrictEqual(JSON.parse(JSON.stringify(parsed.data)), sent))
        throw new Error(`${where}: it contains more than its schema allows. ${text.slice(0, 500)}`);
    }
    return text;
  };
