/** Sends spans with OpenTelemetry's SDK by OTLP over HTTP. Imported by `tracing.ts` alone, and only where traces are wanted. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { DiagLogLevel, diag, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Log } from './log.ts';
import type { OpenSpan, Tracing, TracingPlan } from './spans.ts';

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const;
const COMPLAIN_MS = 60_000;
/** A receiver that is away must not hold up the end of a process. */
const LAST_MS = 3_000;

interface Options extends Omit<TracingPlan, 'endpoint'> {
  endpoint: string;
  role: string;
  log: Log;
}

/** Spans that cannot be sent are dropped, and the log says so once a minute. */
export function sendTraces({ endpoint, headers, share, role, log }: Options): Tracing {
  let complainedAt = Number.NEGATIVE_INFINITY;
  const complain = (message: string): void => {
    if (performance.now() - complainedAt < COMPLAIN_MS) return;
    complainedAt = performance.now();
    log.warn({ reason: message.slice(0, 300) }, 'traces could not be sent');
  };
  const quiet = (): void => undefined;
  diag.setLogger(
    { error: complain, warn: complain, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces`, headers: { ...headers } });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'signpost', 'service.instance.id': `${role} ${process.pid}` }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer(`signpost ${role}`);
  const running = new AsyncLocalStorage<Span>();
  return {
    begin(name, kind, attributes = {}, beganAt) {
      const parent = running.getStore();
      const context = parent === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, parent);
      const options = { kind: KINDS[kind], attributes, ...(beganAt !== undefined && { startTime: beganAt }) };
      return openSpan(tracer.startSpan(name, options, context), running);
    },
    async stop() {
      const sent = provider.shutdown().catch((error: unknown) => complain(String(error)));
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, LAST_MS);
      });
      await Promise.race([sent, late]);
      clearTimeout(timer);
    },
  };
}

function openSpan(span: Span, running: AsyncLocalStorage<Span>): OpenSpan {
  let isOver = false;
  return {
    set: (attributes) => void span.setAttributes(attributes),
    run: (work) => running.run(span, work),
    end(outcome) {
      if (isOver) return;
      isOver = true;
      if (outcome !== undefined) {
        span.setAttribute('error.type', nameOf(outcome.failure));
        span.setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}

/** The code or class of a failure. Its text may quote what was asked for. */
function nameOf(failure: unknown): string {
  if (!(failure instanceof Error)) return 'unknown';
  if ('code' in failure && (typeof failure.code === 'string' || typeof failure.code === 'number'))
    return String(failure.code);
  return failure.name;
}
