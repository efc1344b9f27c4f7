/** One request of the documented interface. `{name}` stands for a value of an earlier response. */
export interface InterfaceRequest {
  method: string;
  path: string;
  body?: object;
  /** Credential: the owner's token by default, the project key, or none. */
  auth?: 'key' | 'none';
  /** Names under which members of the response are stored for later requests. */
  save?: Record<string, string>;
}

const FINGERPRINT = { selector: '#price', xpath: '/html/body/p[1]', text: '10 €' };
const PIN = {
  content: 'The price is wrong',
  url: 'https://shop.example/cart',
  position_x: 12.5,
  position_y: 640,
  metadata: FINGERPRINT,
};
const TIME = 1_700_000_000_000;

/**
 * Every request of the service's documented interface with its documented members, in an order in
 * which each succeeds.
 */
export const INTERFACE_REQUESTS: InterfaceRequest[] = [
  {
    method: 'POST',
    path: '/projects',
    body: { organizationId: '{organization}', name: 'Shop', slug: 'shop' },
    save: { project: 'id', projectKey: 'projectKey' },
  },
  { method: 'GET', path: '/projects/organization/{organization}' },
  { method: 'GET', path: '/projects/{project}' },
  { method: 'PATCH', path: '/projects/{project}', body: { name: 'New shop', slug: 'new-shop' } },
  { method: 'GET', path: '/projects/{project}/embed-script' },

  { method: 'POST', path: '/annotations', body: { projectId: '{project}', ...PIN }, save: { annotation: 'id' } },
  { method: 'GET', path: '/annotations/{annotation}' },
  { method: 'PUT', path: '/annotations/{annotation}/status', body: { status: 'in_progress' } },
  { method: 'PUT', path: '/annotations/{annotation}/assign', body: { assigneeId: '{user}' } },
  {
    method: 'POST',
    path: '/annotations/{annotation}/rebind',
    body: { domFingerprint: { selector: '#total', xpath: '/html/body/p[2]', text: '12 €' } },
  },
  { method: 'PUT', path: '/annotations/{annotation}/status', body: { status: 'resolved' } },
  { method: 'POST', path: '/annotations/public', body: { projectKey: '{projectKey}', ...PIN }, auth: 'key' },
  { method: 'GET', path: '/annotations/project/{project}' },
  { method: 'GET', path: '/annotations/project/{project}?url=https%3A%2F%2Fshop.example%2Fcart&status=resolved' },
  { method: 'GET', path: '/annotations/project/{projectKey}/public', auth: 'none' },
  { method: 'GET', path: '/annotations/project/{projectKey}/public?url=https%3A%2F%2Fshop.example%2F', auth: 'none' },

  {
    method: 'POST',
    path: '/svc/event',
    body: { type: 'page_view', projectKey: '{projectKey}', data: { url: 'https://shop.example/cart' } },
    auth: 'key',
  },
  {
    method: 'POST',
    path: '/v1/collect',
    body: {
      projectKey: '{projectKey}',
      timestamp: TIME,
      url: 'https://shop.example/cart',
      userAgent: 'Mozilla/5.0',
      sessionId: 'session-1',
      snapshot: {
        timestamp: TIME,
        url: 'https://shop.example/cart',
        title: 'Cart',
        elements: [],
        assets: [],
        fonts: ['Inter'],
        viewport: { width: 1280, height: 720 },
      },
      events: [
        { type: 'click', elementMetadata: FINGERPRINT, timestamp: TIME, position: { x: 20, y: 40 } },
        { type: 'hover', elementMetadata: FINGERPRINT, timestamp: TIME, position: { x: 20, y: 40 } },
        { type: 'input', elementMetadata: FINGERPRINT, timestamp: TIME, inputType: 'text', valueLength: 4 },
      ],
    },
    auth: 'key',
  },

  {
    method: 'POST',
    path: '/v1/snapshots',
    body: {
      projectId: '{project}',
      url: 'https://shop.example/cart',
      viewport: { width: 1280, height: 720, deviceScaleFactor: 2 },
      fullPage: true,
      waitForSelector: '#total',
      delay: 250,
      hideSelectors: ['.chat'],
    },
    save: { snapshot: 'data.id' },
  },
  { method: 'GET', path: '/v1/projects/{project}/snapshots?page=1&limit=10&from=2026-01-01&to=2099-01-01' },
  { method: 'GET', path: '/v1/snapshots/{snapshot}' },
  { method: 'POST', path: '/v1/snapshots/compare', body: { baselineId: '{baseline}', comparisonId: '{comparison}' } },
  { method: 'GET', path: '/v1/snapshots/{baseline}' },
  { method: 'DELETE', path: '/v1/snapshots/{snapshot}' },

  {
    method: 'POST',
    path: '/v1/webhooks',
    body: {
      url: 'http://127.0.0.1:9/',
      events: ['comment.created', 'comment.resolved'],
      secret: 'whsec_dHdlbnR5LWZvdXIgYnl0ZXMgb2YgaXQh',
    },
    save: { webhook: 'data.id' },
  },
  { method: 'GET', path: '/v1/webhooks' },
  { method: 'POST', path: '/v1/webhooks/{webhook}/test' },
  { method: 'PATCH', path: '/v1/webhooks/{webhook}', body: { events: ['member.invited'], enabled: false } },
  { method: 'DELETE', path: '/v1/webhooks/{webhook}' },

  {
    method: 'POST',
    path: '/v1/projects/{project}/import/comments',
    body: { source: 'spreadsheet', comments: [{ text: 'Too small', page: 'https://shop.example/cart' }] },
  },
  {
    method: 'POST',
    path: '/v1/import/projects',
    body: { projects: [{ name: 'Docs', url: 'https://docs.example/' }] },
  },
  {
    method: 'POST',
    path: '/v1/import/members',
    body: { members: [{ email: 'imported@example.com', role: 'editor' }] },
  },

  { method: 'DELETE', path: '/projects/{project}' },

  // Errors have the documented members too.
  { method: 'GET', path: '/annotations/{annotation}', auth: 'none' },
  { method: 'GET', path: '/annotations/{annotation}' },
  { method: 'POST', path: '/annotations', body: {} },
];
