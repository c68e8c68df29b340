import type { Config } from '../config.ts';
import { useTelemetry, type Telemetry } from './spans.ts';

/** Starts to export to the collector in OTEL_EXPORTER_OTLP_ENDPOINT, if it is set. */
export async function startTelemetry(config: Config): Promise<Telemetry | undefined> {
  if (config.OTEL_EXPORTER_OTLP_ENDPOINT === undefined || config.OTEL_SDK_DISABLED) return undefined;
  const { startOpenTelemetry } = await import('./openTelemetry.ts');
  const telemetry = startOpenTelemetry(config);
  useTelemetry(telemetry);
  return telemetry;
}
