/** What `Temporal.Now` has; the library of types does not know it yet. */
interface TemporalNow {
  timeZoneId(): string;
  instant(): { toZonedDateTimeISO(timeZone: string): ZonedTime };
  zonedDateTimeISO(timeZone?: string): ZonedTime;
  plainDateTimeISO(timeZone?: string): unknown;
  plainDateISO(timeZone?: string): unknown;
  plainTimeISO(timeZone?: string): unknown;
}

interface ZonedTime {
  toPlainDateTime(): unknown;
  toPlainDate(): unknown;
  toPlainTime(): unknown;
}

interface TemporalLibrary {
  Now: TemporalNow;
  Instant: { fromEpochMilliseconds(ms: number): ReturnType<TemporalNow['instant']> };
}

/** Stops every way but `Date` by which a page's scripts can tell the time. @param now what they show, milliseconds since 1970 */
export function stopOtherClocks(now: number): void {
  performance.now = () => 0;
  show(Performance.prototype, 'timeOrigin', now);
  for (const name of Object.keys(PerformanceTiming.prototype)) {
    if (name !== 'toJSON') show(PerformanceTiming.prototype, name, now);
  }
  show(DocumentTimeline.prototype, 'currentTime', 0);
  show(Event.prototype, 'timeStamp', 0);
  stopFormats(now);
  if ('Temporal' in globalThis) stopTemporal((globalThis as unknown as { Temporal: TemporalLibrary }).Temporal, now);
}

function show(prototype: object, name: string, value: number): void {
  Object.defineProperty(prototype, name, { get: () => value, configurable: true, enumerable: true });
}

/** Without a date, they format the time that is. */
function stopFormats(now: number): void {
  const { prototype } = Intl.DateTimeFormat;
  const format = Object.getOwnPropertyDescriptor(prototype, 'format')?.get;
  Object.defineProperty(prototype, 'format', {
    get(this: Intl.DateTimeFormat) {
      const own: Intl.DateTimeFormat['format'] = format?.call(this);
      return (date: Date | number = now) => own(date);
    },
    configurable: true,
  });
  const { formatToParts } = prototype;
  prototype.formatToParts = function (date = now) {
    return formatToParts.call(this, date);
  };
}

function stopTemporal({ Now, Instant }: TemporalLibrary, now: number): void {
  const zoned = (timeZone = Now.timeZoneId()) => Now.instant().toZonedDateTimeISO(timeZone);
  Object.assign(Now, {
    instant: () => Instant.fromEpochMilliseconds(now),
    zonedDateTimeISO: zoned,
    plainDateTimeISO: (timeZone?: string) => zoned(timeZone).toPlainDateTime(),
    plainDateISO: (timeZone?: string) => zoned(timeZone).toPlainDate(),
    plainTimeISO: (timeZone?: string) => zoned(timeZone).toPlainTime(),
  } satisfies Omit<TemporalNow, 'timeZoneId'>);
}
