import type { Arguments } from './samples.ts';
import type { World } from './world.ts';

/** Valid arguments of each tool for agents. A new tool needs a sample here. */
export const TOOL_SAMPLES: Record<string, (world: World) => Arguments> = {
  whoami: () => ({ first: 10 }),
  find_work: ({ project, environment, label, owner }) => ({
    projectId: project.id,
    text: 'price',
    numbers: [1, 2, 3],
    statuses: ['open'],
    priorities: ['normal'],
    pages: ['https://shop.example/cart'],
    environmentIds: [environment.id],
    labelIds: [label.id],
    assigneeIds: [owner.id],
    unassigned: true,
    updatedAfter: '2026-01-01T00:00:00.000Z',
    orderBy: 'newest',
    first: 10,
  }),
  get_comment: ({ annotation }) => ({
    id: annotation.id,
    sections: ['thread', 'element', 'captures', 'browser', 'steps', 'fixes'],
  }),
  see: ({ annotation }) => ({ id: annotation.id, which: 'reported' }),
  see_page: ({ project, environment }) => ({
    projectId: project.id,
    url: 'https://shop.example/cart',
    environmentId: environment.id,
    viewportWidth: 40,
    from: 0,
  }),
  guards_for: ({ project, environment }) => ({
    projectId: project.id,
    environmentId: environment.id,
    url: 'https://shop.example/cart',
    selector: '#price',
    file: 'src/Price.tsx',
    elementIds: ['f3Kx9aQ'],
    first: 10,
  }),
  start_work: ({ annotation }) => ({ id: annotation.id }),
  check_fix: ({ annotation, pictures }) => ({
    id: annotation.id,
    snapshotId: pictures.after.id,
    waitSeconds: 0,
    pictures: false,
    idempotencyKey: `key-${Math.random()}`,
  }),
  resolve: ({ annotation, reviewable }) => ({ id: annotation.id, verdictId: reviewable.verdictId }),
  reply: ({ annotation, comment }) => ({
    id: annotation.id,
    text: 'Done',
    visibility: 'internal',
    parentId: comment.id,
    idempotencyKey: `key-${Math.random()}`,
  }),
  give_up: ({ annotation }) => ({
    id: annotation.id,
    reason: 'The element is not in this repository',
    idempotencyKey: `key-${Math.random()}`,
  }),
  list_orphans: ({ project }) => ({ projectId: project.id, pages: ['https://shop.example/cart'], first: 10 }),
  rebind: ({ annotation }) => ({ id: annotation.id, fingerprint: { selector: '#sum' } }),
  get_deployment: ({ reviewable }) => ({ id: reviewable.id }),
  search_operations: () => ({ query: 'labels of a project' }),
  call_operation: ({ project }) => ({ name: 'labels', arguments: { projectId: project.id } }),
};
