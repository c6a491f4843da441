/** The yardstick: a bare Fastify server that only answers 302. Sends its port over IPC. */
import Fastify from 'fastify';

const app = Fastify();
app.get('/box_901', (_request, reply) => reply.redirect('https://one.example/go?c=1&g=&s=bench'));
const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ port: Number(new URL(address).port) });
