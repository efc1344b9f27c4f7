/** Subset of `Temporal.Now`; TypeScript's library does not declare it yet. */
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

/**
 * Freezes every clock except `Date`.
 *
 * @param now the time to report, milliseconds since 1970
 */
export function freezeOtherClocks(now: number): void {
  performance.now = () => 0;
  defineConstant(Performance.prototype, 'timeOrigin', now);
  for (const name of Object.keys(PerformanceTiming.prototype)) {
    if (name !== 'toJSON') defineConstant(PerformanceTiming.prototype, name, now);
  }
  defineConstant(DocumentTimeline.prototype, 'currentTime', 0);
  defineConstant(Event.prototype, 'timeStamp', 0);
  freezeFormats(now);
  if ('Temporal' in globalThis) freezeTemporal((globalThis as unknown as { Temporal: TemporalLibrary }).Temporal, now);
}

function defineConstant(prototype: object, name: string, value: number): void {
  Object.defineProperty(prototype, name, { get: () => value, configurable: true, enumerable: true });
}

/** Makes formatters that are called without a date format the fixed time. */
function freezeFormats(now: number): void {
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

function freezeTemporal({ Now, Instant }: TemporalLibrary, now: number): void {
  const zoned = (timeZone = Now.timeZoneId()) => Now.instant().toZonedDateTimeISO(timeZone);
  Object.assign(Now, {
    instant: () => Instant.fromEpochMilliseconds(now),
    zonedDateTimeISO: zoned,
    plainDateTimeISO: (timeZone?: string) => zoned(timeZone).toPlainDateTime(),
    plainDateISO: (timeZone?: string) => zoned(timeZone).toPlainDate(),
    plainTimeISO: (timeZone?: string) => zoned(timeZone).toPlainTime(),
  } satisfies Omit<TemporalNow, 'timeZoneId'>);
}
