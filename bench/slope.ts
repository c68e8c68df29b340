/**
 * How much a value grows per hour: the slope of the least-squares line through the samples, each a minute and a value.
 */
export function slopePerHour(samples: ReadonlyArray<readonly [minute: number, value: number]>): number {
  const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
  const [minutes, values] = [mean(samples.map(([minute]) => minute)), mean(samples.map(([, value]) => value))];
  const spread = samples.reduce((sum, [minute]) => sum + (minute - minutes) ** 2, 0);
  return spread === 0
    ? 0
    : (60 * samples.reduce((sum, [minute, value]) => sum + (minute - minutes) * (value - values), 0)) / spread;
}
