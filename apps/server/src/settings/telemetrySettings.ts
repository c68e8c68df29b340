import { HOUR_MS } from '@portico/contracts/durations';
import { setting } from './setting.ts';
import { text, oneOf, wholeNumber, share, yesNo, plainLine, httpUrl, optional } from './settingParsers.ts';

/** What the portal reports about itself, and to where. */
export const telemetrySettings = {
  METRICS_TOKEN: setting({
    default: '',
    secret: true,
    description:
      'Bearer token for /metrics; without it, only this machine may read them, and no one if `PUBLIC_URL` is another host',
    parse: optional(text),
  }),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting({
    default: '',
    description:
      'OpenTelemetry collector that gets traces, metrics and logs as OTLP over HTTP, e.g. `http://collector:4318`; the other `OTEL_EXPORTER_OTLP_…` variables (headers, timeout, compression, certificates) and `OTEL_RESOURCE_ATTRIBUTES` apply as well',
    parse: optional(httpUrl),
  }),
  OTEL_SDK_DISABLED: setting({
    default: 'false',
    description: 'Turns off all exports, even with an endpoint',
    parse: yesNo,
  }),
  OTEL_SERVICE_NAME: setting({ default: 'portico', description: 'Name of the service in telemetry', parse: plainLine }),
  OTEL_TRACES_EXPORTER: setting({
    default: 'otlp',
    description: '`none` exports no traces',
    parse: oneOf('otlp', 'none'),
  }),
  OTEL_METRICS_EXPORTER: setting({
    default: 'otlp',
    description: '`none` exports no metrics',
    parse: oneOf('otlp', 'none'),
  }),
  OTEL_LOGS_EXPORTER: setting({
    default: 'otlp',
    description: '`none` exports no logs',
    parse: oneOf('otlp', 'none'),
  }),
  OTEL_TRACES_SAMPLER: setting({
    default: 'parentbased_always_on',
    description:
      'Which traces are exported: `always_on`, `always_off` or `traceidratio`, each also with `parentbased_` to follow the caller',
    parse: oneOf(
      'always_on',
      'always_off',
      'traceidratio',
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
    ),
  }),
  OTEL_TRACES_SAMPLER_ARG: setting({
    default: '1',
    description: 'Share of traces for `traceidratio`, from 0 to 1',
    parse: share,
  }),
  OTEL_METRIC_EXPORT_INTERVAL: setting({
    default: '60000',
    description: 'Milliseconds between exports of metrics',
    parse: wholeNumber(100, HOUR_MS),
  }),
  OTEL_BSP_SCHEDULE_DELAY: setting({
    default: '5000',
    description: 'Milliseconds between exports of traces',
    parse: wholeNumber(10, 600_000),
  }),
  OTEL_BLRP_SCHEDULE_DELAY: setting({
    default: '1000',
    description: 'Milliseconds between exports of logs',
    parse: wholeNumber(10, 600_000),
  }),
};
