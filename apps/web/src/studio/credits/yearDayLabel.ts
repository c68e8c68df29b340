/** "Nov 30", of a month and day such as `11-30`. */
export const yearDayLabel = (monthAndDay: string): string =>
  new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }).format(
    new Date(`2001-${monthAndDay}T12:00:00Z`),
  );
