import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(path, 'utf8');
/** Documents of a manifest by kind and name. */
const documentsOf = (path: string) =>
  new Map(
    read(path)
      .split(/^---$/m)
      .map((text) => [`${/^kind: (\w+)/m.exec(text)?.[1]} ${/^ {2}name: (\S+)/m.exec(text)?.[1]}`, text]),
  );

test('the ingress leads /metrics to a service without pods', () => {
  const documents = documentsOf('deploy/kubernetes/api.yaml');
  const routes = [
    ...(documents.get('Ingress pinbound') ?? '').matchAll(
      /- path: (\S+)\n\s+pathType: (\w+)\n\s+backend:\n\s+service: \{ name: (\w+)/g,
    ),
  ];
  expect(routes.map(([, ...parts]) => parts)).toEqual([
    ['/metrics', 'Exact', 'nothing'],
    ['/', 'Prefix', 'pinbound'],
  ]);
  expect(documents.get('Service nothing')).not.toMatch(/^ +selector:/m);
});

test('only labeled namespaces reach pods, and only the ingress and Prometheus do', () => {
  const policies = documentsOf('deploy/kubernetes/network.yaml');
  const admitted = (name: string) => {
    const [, rules = ''] = /^ {2}ingress:\n((?: {4}.*\n)*)/m.exec(policies.get(`NetworkPolicy ${name}`) ?? '') ?? [];
    const entries = rules.split(/^ {4}- /m).slice(1);
    return entries.map((entry) => [
      entry.startsWith('from:'),
      [...entry.matchAll(/example\.com\/(\w+): 'true'/g)].map(([, label]) => label),
    ]);
  };
  expect(admitted('pinbound')).toEqual([[true, ['monitoring']]]);
  expect(admitted('api')).toEqual([[true, ['ingress']]]);
  for (const label of ['engine', 'ingress', 'monitoring']) {
    expect(read('docs/containers.md')).toContain(`pinbound.example.com/${label}=true`);
  }
});

test('Redis asks for a password, which processes and health check have', () => {
  const compose = read('compose.scaled.yaml');
  expect(compose).toMatch(/REDIS_URL: redis:\/\/:\$\{REDIS_PASSWORD:\?[^}]+\}@redis:6379/);
  expect(compose).toMatch(/--requirepass, '\$\{REDIS_PASSWORD\}'/);
  expect(compose).toMatch(/REDISCLI_AUTH: \$\{REDIS_PASSWORD\}/);
  expect(read('docs/containers.md')).toContain('REDIS_PASSWORD=$(openssl rand');
});

test('the image has the browser of Debian on every architecture', () => {
  expect(read('Dockerfile')).toContain(' chromium-headless-shell ');
  expect(read('Dockerfile')).not.toContain('print-architecture');
});

test('deploy/pin-images.sh writes and renews the digests of public images', () => {
  const directory = mkdtempSync(join(tmpdir(), 'pinbound-digests-'));
  const files = ['Dockerfile', 'compose.yaml', 'compose.scaled.yaml'];
  for (const file of files) copyFileSync(file, join(directory, file));
  const pin = (digit: string) => {
    writeFileSync(join(directory, 'docker'), `#!/bin/sh\necho sha256:${digit.repeat(64)}\n`);
    chmodSync(join(directory, 'docker'), 0o755);
    const env = { ...process.env, PATH: `${directory}:${process.env.PATH}` };
    execFileSync('sh', [join(process.cwd(), 'deploy/pin-images.sh')], { cwd: directory, env });
    return files
      .flatMap((file) => read(join(directory, file)).match(/^(?:FROM| *image:) .*$/gm) ?? [])
      .map((line) => line.trim());
  };
  const lines = pin('a');
  expect(lines).toContain(`FROM node:24-bookworm-slim@sha256:${'a'.repeat(64)} AS build`);
  expect(lines).toContain(`image: caddy:2@sha256:${'a'.repeat(64)}`);
  expect(lines.filter((line) => !line.includes('@sha256:'))).toEqual([
    'image: pinbound:0.2.0',
    'image: pinbound:0.2.0',
  ]);
  expect(pin('b')).toEqual(lines.map((line) => line.replaceAll('a'.repeat(64), 'b'.repeat(64))));
  rmSync(directory, { recursive: true });
});
