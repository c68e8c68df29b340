/** The reader's day at an instant, as `yyyy-MM-dd`, moved by `offset` days. */
export function dayOf(instant: Date, offset = 0): string {
  const day = new Date(instant.getFullYear(), instant.getMonth(), instant.getDate() + offset);
  const two = (number: number) => String(number).padStart(2, '0');
  return `${String(day.getFullYear()).padStart(4, '0')}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

/** The first instant of the reader's day `yyyy-MM-dd`, moved by `offset` days, in ISO 8601. The year is above 99. */
export function startOfDay(day: string, offset = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + offset).toISOString();
}
