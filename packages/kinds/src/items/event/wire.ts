/* In calls and in collections for the import, the specification has other words for the times of an event. Source: spec §3. */

interface Times<Instant> {
  startsAt: Instant;
  endsAt: Instant;
}
interface WireTimes<Instant> {
  startDate: Instant;
  endDate: Instant;
}

export const toWire = <Instant>(event: Times<Instant>): WireTimes<Instant> => ({
  startDate: event.startsAt,
  endDate: event.endsAt,
});

export const fromWire = <Instant>(event: WireTimes<Instant>): Times<Instant> => ({
  startsAt: event.startDate,
  endsAt: event.endDate,
});
