/** Returns the local calendar day in the format of a `date` input. */
export function getDay(moment: Date): string {
  const two = (number: number) => String(number).padStart(2, '0');
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/** Returns the period from a day's midnight to the next one, which is not always 24 hours later. */
export function collectMoments(day: string): { from: string; to: string } {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return {
    from: new Date(year, month - 1, date).toISOString(),
    to: new Date(year, month - 1, date + 1).toISOString(),
  };
}

export function dayText(day: string, language: string): string {
  const { from } = collectMoments(day);
  return new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long' }).format(
    new Date(from),
  );
}
