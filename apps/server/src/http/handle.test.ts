import { defineCall, FILE, idParams } from '@signpost/contract/calls/define-call.ts';
import Fastify from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { errorHandling } from './errors.ts';
import { handle, withMeta } from './handle.ts';
import { checkingSerialiser, plainSerialiser } from './serialiser.ts';

const greet = defineCall({
  name: 'greet',
  summary: 'Greets a person.',
  tag: 'Test',
  method: 'GET',
  path: 'greetings/:id',
  access: 'public',
  params: idParams,
  answer: z.object({ id: z.number(), text: z.string() }),
  meta: z.object({ total: z.number() }),
});

const download = defineCall({
  name: 'download',
  summary: 'Downloads a file.',
  tag: 'Test',
  method: 'GET',
  path: 'files',
  access: 'public',
  answer: FILE,
});

function appThatAnswers(answer: { id: number; text: string }, isChecked = true) {
  const app = Fastify().withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(isChecked ? checkingSerialiser : plainSerialiser);
  app.decorateRequest('user', null);
  app.decorate('methodsOf', () => []);
  errorHandling(app);
  handle(app, greet, ({ params }) => withMeta({ ...answer, id: params.id }, { total: 1 }));
  return app;
}

describe('A call registered with handle', () => {
  it('answers with the envelope, the data and the meta of its handler', async () => {
    const answer = await appThatAnswers({ id: 0, text: 'Hello' }).inject('/api/greetings/7');
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toMatchObject({ data: { id: 7, text: 'Hello' }, status: 'SUCCESS', meta: { total: 1 } });
  });

  it('refuses invalid parameters and names them', async () => {
    const answer = await appThatAnswers({ id: 0, text: 'Hello' }).inject('/api/greetings/seven');
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors).toMatchObject([{ path: 'id' }]);
  });

  it('fails in tests when the answer lacks what its schema promises', async () => {
    const wrong = JSON.parse('{"id": 1}');
    expect((await appThatAnswers(wrong).inject('/api/greetings/7')).statusCode).toBe(500);
    expect((await appThatAnswers(wrong, false).inject('/api/greetings/7')).statusCode).toBe(200);
  });

  it('fails in tests when the answer has a property that its schema does not', async () => {
    const leaking = { id: 1, text: 'Hello', secret: 'x' };
    expect((await appThatAnswers(leaking).inject('/api/greetings/7')).statusCode).toBe(500);
  });

  it('sends a file as it is, once', async () => {
    const lines: string[] = [];
    const app = Fastify({ logger: { level: 'warn', stream: { write: (line) => void lines.push(line) } } });
    app.setSerializerCompiler(checkingSerialiser);
    app.decorateRequest('user', null);
    handle(app.withTypeProvider<ZodTypeProvider>(), download, async ({ reply }) => reply.type('text/csv').send('a,b'));
    const answer = await app.inject('/api/files');
    expect([answer.statusCode, answer.body, lines]).toEqual([200, 'a,b', []]);
  });
});
