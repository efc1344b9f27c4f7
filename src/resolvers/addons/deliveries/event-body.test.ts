import { expect, test } from 'vitest';
import type { RelayedEvent } from '../../platform/events/relay-events.ts';
import { eventData } from './event-body.ts';
import { publicEventsOf } from './public-events.ts';

const recordedAs = (type: string, data: object, commentId: string | null = null): RelayedEvent =>
  ({
    id: '01a22513-7abc-7000-8000-000000000001',
    type,
    projectId: 'p',
    annotationId: 'a',
    commentId,
    visibility: 'public',
    data: JSON.stringify(data),
  }) as unknown as RelayedEvent;

/** Data that receivers get for a recorded event after its annotation was removed. */
const sentLate = (recorded: RelayedEvent) =>
  publicEventsOf(recorded).map((event) => [
    event.type,
    JSON.parse(eventData(event, undefined, 'https://pinbound.example')),
  ]);

test('an event whose annotation was removed has no member that is recorded for the service itself', () => {
  const changes = { priority: { before: 'normal', after: 'high' } };
  const internal = { via: 't', byVisitor: true, changes };
  expect(sentLate(recordedAs('annotation.updated', { triage: true, ...internal }))).toEqual([
    ['annotation.updated', { comment: { id: 'a', annotationId: 'a' }, project: { id: 'p' } }],
  ]);
  expect(sentLate(recordedAs('comment.deleted', { text: 'Secret', ...internal }, 'c'))).toEqual([
    ['comment.deleted', { comment: { id: 'c', annotationId: 'a' }, project: { id: 'p' } }],
  ]);
});

test('an event whose annotation was removed keeps the text that was recorded for receivers', () => {
  const comment = { id: 'a', text: 'Wrong price', annotationId: 'a', url: 'https://shop.example/', status: 'resolved' };
  expect(sentLate(recordedAs('comment.resolved', { comment, proof: null, via: 't' }))).toEqual([
    ['comment.resolved', { comment, proof: null, project: { id: 'p' } }],
  ]);
});
