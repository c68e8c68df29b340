/* In calls and collections, the specification has other words for the times of an event. Source: spec §3. */

export const toWire = <Instant>({ startsAt, endsAt }: { startsAt: Instant; endsAt: Instant }) => ({
  startDate: startsAt,
  endDate: endsAt,
});

export const fromWire = <Instant>({ startDate, endDate }: { startDate: Instant; endDate: Instant }) => ({
  startsAt: startDate,
  endsAt: endDate,
});
