import { expect, test } from 'vitest';
import type { JudgedSnapshot, StoredPin } from './load-sightings.ts';
import { type FirstLook, selectReported } from './reported-look.ts';

const WIDE = { viewportWidth: 1280, viewportHeight: 720, deviceScaleFactor: 1 };
const NARROW = { viewportWidth: 390, viewportHeight: 844, deviceScaleFactor: 1 };
const at = (minute: number) => new Date(Date.UTC(2026, 10, 29, 9, minute));

const place = (seriesId: string, more: Partial<JudgedSnapshot> = {}): JudgedSnapshot => ({
  id: `${seriesId}-now`,
  projectId: 'project',
  environmentId: 'production',
  urlKey: 'https://shop.example/',
  finalUrl: null,
  httpStatus: 200,
  browser: 'Test/1',
  ...WIDE,
  pendingRequests: 0,
  isCut: false,
  imageWidth: 1280,
  imageHeight: 720,
  imageKey: 'picture',
  recordKey: 'record',
  seriesId,
  seriesNumber: 9,
  createdAt: at(59),
  ...more,
});

const look = (
  seriesId: string,
  minute: number,
  {
    text = 'Buy',
    changedAt = null,
    ...more
  }: Partial<JudgedSnapshot> & { text?: string; changedAt?: Date | null } = {},
): FirstLook => {
  const pin: StoredPin = { id: seriesId, state: 'bound', confidence: 1, box: null, text, styles: null };
  const snapshot = place(seriesId, { ...more, id: `${seriesId}-${minute}`, seriesNumber: 1, createdAt: at(minute) });
  return { annotationId: 'a', snapshot, pin, until: at(minute), changedAt };
};
const selected = (looks: FirstLook[], where = place('wide')) => selectReported(looks, where)?.snapshot.id ?? null;

test('the first picture of the series shows the reported look', () => {
  expect(selected([])).toBeNull();
  expect(selected([look('wide', 1)])).toBe('wide-1');
  expect(selected([look('narrow', 1, NARROW), look('wide', 2)])).toBe('wide-2');
});

test('a series that began after the element had changed elsewhere does not show it', () => {
  const reported = look('narrow', 1, { ...NARROW, changedAt: at(5) });
  expect(selected([reported, look('wide', 6)])).toBe('narrow-1');
  expect(selected([reported, look('wide', 4)])).toBe('wide-4');
  // Both pictures are of one deployment, in any order.
  expect(selected([reported, { ...look('wide', 4), until: at(5) }])).toBe('narrow-1');
});

test('without a picture of the series, the nearest width of the environment shows it', () => {
  const medium = { ...NARROW, viewportWidth: 820 };
  const looks = [
    look('narrow', 1, NARROW),
    look('medium', 3, medium),
    look('staging', 2, { environmentId: 'staging' }),
  ];
  expect(selected(looks)).toBe('medium-3');
  expect(selected(looks, place('phone', { ...NARROW, viewportWidth: 360 }))).toBe('narrow-1');
});

test('another environment shows it until this one showed the same look', () => {
  const here = { environmentId: 'staging', urlKey: 'https://staging.example/' };
  const staging = place('staging', here);
  expect(selected([look('wide', 1)], staging)).toBe('wide-1');
  expect(selected([look('narrow', 1, NARROW)], staging)).toBeNull();
  expect(selected([look('wide', 1), look('staging', 5, here)], staging)).toBe('staging-5');
  expect(selected([look('wide', 1), look('staging', 5, { ...here, text: 'Order' })], staging)).toBe('wide-1');
});

test('pages without an environment belong together by their address', () => {
  const none = { environmentId: null };
  expect(selected([look('narrow', 1, { ...NARROW, ...none })], place('wide', none))).toBe('narrow-1');
  const other = { ...NARROW, ...none, urlKey: 'https://other.example/' };
  expect(selected([look('narrow', 1, other)], place('wide', none))).toBeNull();
});
