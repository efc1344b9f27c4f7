import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createMetrics } from '../../src/infrastructure/telemetry/metrics.ts';

const alerts = readFileSync('deploy/grafana/alerts.yaml', 'utf8');
const dashboard = readFileSync('deploy/grafana/dashboard.json', 'utf8');
const observing = readFileSync('docs/observe.md', 'utf8');
const served = new Set(
  createMetrics()
    .registry.getMetricsAsArray()
    .flatMap(({ name }) => [name, `${name}_bucket`, `${name}_count`]),
);
const metricsIn = (text: string) => [...new Set(text.match(/\b(pinbound|nodejs|process)_[a-z0-9_]+/g))];

describe.each([
  ['alerts', alerts],
  ['dashboard', dashboard],
])('%s', (_name, text) => {
  test.each(metricsIn(text))('%s is a metric of the service', (metric) => {
    expect(served).toContain(metric);
  });
});

test('observe.md says what to do for each alert', () => {
  const named = [...alerts.matchAll(/alert: (\w+)/g)].map(([, name]) => name);
  const described = [...observing.matchAll(/^\| `(Pinbound\w+)` \| ./gm)].map(([, name]) => name);
  expect(described).toEqual(named);
});

test('every metric of the service is documented', () => {
  const own = [...served].filter((name) => name.startsWith('pinbound_') && !/_(bucket|count)$/.test(name));
  expect(own.filter((name) => !observing.includes(`\`${name}\``))).toEqual([]);
});
