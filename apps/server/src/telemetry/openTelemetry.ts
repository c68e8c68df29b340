import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ROOT_CONTEXT,
  SeverityNumber,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Histogram,
  type Logger,
  type Meter,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { envDetector, resourceFromAttributes, detectResources, type Resource } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import packageJson from '../../package.json' with { type: 'json' };
import type { Config } from '../config.ts';
import { ACCEPT_NO_ENCODING } from '../http/outbound/encoding.ts';
import type { Attributes, OpenSpan, SpanOptions, Telemetry } from './spans.ts';

const SAMPLED: number = TraceFlags.SAMPLED;
const CLOSE_TIMEOUT_MS = 2000;
/** Anything beyond this is dropped while the collector is down. */
const MAX_QUEUE = 2048;
/** Bucket boundaries of durations in seconds. Source: OpenTelemetry's conventions for HTTP and for databases. */
const BOUNDS_S = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const DATABASE_BOUNDS_S = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10];

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

const severities: Record<string, SeverityNumber> = {
  debug: SeverityNumber.DEBUG,
  info: SeverityNumber.INFO,
  warn: SeverityNumber.WARN,
  error: SeverityNumber.ERROR,
  fatal: SeverityNumber.FATAL,
};

/** Exports traces, metrics and logs by OTLP over HTTP. Source: decisions/0156. */
export function startOpenTelemetry(config: Config): Telemetry {
  const resource = resourceOf(config);
  const contexts = new AsyncLocalStorage<Context>();
  const here = (): Context => contexts.getStore() ?? ROOT_CONTEXT;
  const traces = traceParts(config, resource);
  const meters = meterParts(config, resource);
  const logs = logParts(config, resource);
  const histograms = new Map<string, Histogram>();

  function record(name: string, seconds: number, attributes: Attributes): void {
    let histogram = histograms.get(name);
    if (!histogram) {
      const explicitBucketBoundaries = name.startsWith('db.') ? DATABASE_BOUNDS_S : BOUNDS_S;
      histogram = meters.meter.createHistogram(name, { unit: 's', advice: { explicitBucketBoundaries } });
      histograms.set(name, histogram);
    }
    histogram.record(seconds, attributes);
  }

  function begin(name: string, { kind, attributes = {}, measure, parent, traceId }: SpanOptions): OpenSpan {
    const begun = performance.now();
    const above = parent
      ? trace.setSpanContext(ROOT_CONTEXT, {
          traceId: parent.traceId,
          spanId: parent.spanId,
          traceFlags: parent.isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
          isRemote: true,
        })
      : traceId === undefined
        ? here()
        : ROOT_CONTEXT;
    const span = traces.start(name, { kind: kinds[kind], attributes }, above, traceId);
    const within = trace.setSpan(above, span);
    return {
      run: (work) => contexts.run(within, work),
      end({ error, name: finalName, attributes: further = {} } = {}) {
        const outcome: Attributes = error === undefined ? further : { ...further, 'error.type': typeOf(error) };
        span.setAttributes(outcome);
        if (finalName !== undefined) span.updateName(finalName);
        if (outcome['error.type'] !== undefined) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
        if (measure !== undefined) record(measure, (performance.now() - begun) / 1000, { ...attributes, ...outcome });
      },
    };
  }

  return {
    begin,
    current() {
      const found = trace.getSpanContext(here());
      return (
        found && {
          traceId: found.traceId,
          spanId: found.spanId,
          isSampled: (found.traceFlags & SAMPLED) !== 0,
        }
      );
    },
    observe: (registry) => observeGauges(meters.meter, registry),
    log: (line) => emit(logs.logger, line, here()),
    async close() {
      const closed = Promise.allSettled([traces.close(), meters.close(), logs.close()]);
      await Promise.race([closed, sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}

/** The code or class of an error: messages can contain what a person typed. */
const typeOf = (error: unknown): string => {
  const { code, name } = Object(error) as { code?: unknown; name?: unknown };
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'Error';
};

function resourceOf(config: Config): Resource {
  return resourceFromAttributes({
    'service.name': config.OTEL_SERVICE_NAME,
    'service.version': packageJson.version,
    'service.instance.id': crypto.randomUUID(),
    'portico.role': config.PORTICO_ROLE,
  }).merge(detectResources({ detectors: [envDetector] }));
}

const exporterOptions = (config: Config, signal: string) => ({
  url: `${config.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, '')}/v1/${signal}`,
  headers: ACCEPT_NO_ENCODING,
});

function traceParts(config: Config, resource: Resource) {
  const random = new RandomIdGenerator();
  let nextTraceId: string | undefined;
  const provider = new TracerProvider({
    resource,
    sampler: samplerOf(config),
    idGenerator: {
      generateSpanId: () => random.generateSpanId(),
      generateTraceId: () => nextTraceId ?? random.generateTraceId(),
    },
    spanProcessors:
      config.OTEL_TRACES_EXPORTER === 'none'
        ? []
        : [
            new BatchSpanProcessor({
              exporter: new OTLPTraceExporter(exporterOptions(config, 'traces')),
              maxQueueSize: MAX_QUEUE,
              scheduledDelayMillis: config.OTEL_BSP_SCHEDULE_DELAY,
            }),
          ],
  });
  const tracer = provider.getTracer('portico', packageJson.version);
  return {
    start(name: string, options: Parameters<Tracer['startSpan']>[1], above: Context, traceId: string | undefined) {
      nextTraceId = traceId;
      try {
        return tracer.startSpan(name, options, above);
      } finally {
        nextTraceId = undefined;
      }
    },
    close: () => provider.shutdown(),
  };
}

function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: share }: Config): Sampler {
  const root = name.endsWith('always_off')
    ? new AlwaysOffSampler()
    : name.endsWith('traceidratio')
      ? new TraceIdRatioBasedSampler(share)
      : new AlwaysOnSampler();
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

function meterParts(config: Config, resource: Resource) {
  const provider = new MeterProvider({
    resource,
    readers:
      config.OTEL_METRICS_EXPORTER === 'none'
        ? []
        : [
            new PeriodicExportingMetricReader({
              exporter: new OTLPMetricExporter(exporterOptions(config, 'metrics')),
              exportIntervalMillis: config.OTEL_METRIC_EXPORT_INTERVAL,
              exportTimeoutMillis: Math.min(config.OTEL_METRIC_EXPORT_INTERVAL, 30_000),
            }),
          ],
  });
  return { meter: provider.getMeter('portico', packageJson.version), close: () => provider.shutdown() };
}

function logParts(config: Config, resource: Resource) {
  const provider = new LoggerProvider({
    resource,
    processors:
      config.OTEL_LOGS_EXPORTER === 'none'
        ? []
        : [
            new BatchLogRecordProcessor({
              exporter: new OTLPLogExporter(exporterOptions(config, 'logs')),
              maxQueueSize: MAX_QUEUE,
              scheduledDelayMillis: config.OTEL_BLRP_SCHEDULE_DELAY,
            }),
          ],
  });
  return { logger: provider.getLogger('portico', packageJson.version), close: () => provider.shutdown() };
}

/** The same gauges that Prometheus reads, under the same names. */
function observeGauges(meter: Meter, registry: Parameters<Telemetry['observe']>[0]): void {
  for (const metric of registry.getMetricsAsArray()) {
    if (!metric.name.startsWith('portico_')) continue;
    const gauge = registry.getSingleMetric(metric.name);
    meter.createObservableGauge(metric.name, { description: metric.help }).addCallback(async (observed) => {
      const { values } = (await gauge?.get()) ?? { values: [] };
      for (const { value, labels } of values) if (Number.isFinite(value)) observed.observe(value, labels);
    });
  }
}

/** A line of the log is JSON; its other fields become attributes. */
function emit(logger: Logger, line: string, context: Context): void {
  const { level, time, msg, ...fields } = JSON.parse(line) as Record<string, unknown>;
  // The record gets them from its context.
  delete fields['trace_id'];
  delete fields['span_id'];
  logger.emit({
    context,
    timestamp: new Date(String(time)),
    severityText: String(level),
    severityNumber: severities[String(level)] ?? SeverityNumber.UNSPECIFIED,
    body: String(msg),
    attributes: Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [
        name,
        typeof value === 'object' ? JSON.stringify(value) : (value as string | number | boolean),
      ]),
    ),
  });
}
