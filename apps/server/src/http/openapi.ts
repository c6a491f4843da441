/** `/api/openapi.json`, generated from the same zod schemas that validate requests. */
import swagger from '@fastify/swagger';
import { TICKET_HEADER } from '@signpost/contract/envelope.ts';
import { LEAD_KEY_HEADER } from '@signpost/contract/partners/leads/lead.ts';
import type { FastifyContextConfig } from 'fastify';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import type { App } from './app-type.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body as the documentation shows it, if validation is stricter than a schema can express. */
    documentBody?: z.ZodType;
    /** The query as the documentation shows it, if the handler reads more of it than the schema names. */
    documentQuery?: z.ZodType;
    /** Landers send the key of their site. */
    siteKey?: boolean;
  }
}

/** The credentials of a call that differ from the usual session and ticket. */
function securityOf({ access, siteKey }: Pick<FastifyContextConfig, 'access' | 'siteKey'>) {
  if (siteKey === true) return [{ siteKey: [] }];
  if (access === 'public') return [];
  return undefined;
}

export async function openApi(app: App): Promise<void> {
  const transform = createJsonSchemaTransform({ skipList: [] });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Signpost',
        version: '1',
        description: 'Every API call of the dashboard. Each answer is an envelope with data, status, message and meta.',
      },
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer' },
          ticket: { type: 'apiKey', in: 'header', name: TICKET_HEADER },
          siteKey: { type: 'apiKey', in: 'header', name: LEAD_KEY_HEADER },
        },
      },
      security: [{ bearer: [], ticket: [] }],
    },
    transform: (object) => {
      const { documentBody: body, documentQuery: querystring } = object.route.config ?? {};
      const security = securityOf(object.route.config ?? {});
      return transform({
        ...object,
        schema: {
          ...object.schema,
          ...(body && { body }),
          ...(querystring && { querystring }),
          ...(security && { security }),
        },
      });
    },
  });
  app.get('/api/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, () => app.swagger());
}
