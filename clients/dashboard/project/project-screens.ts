// The screens of these settings are loaded together: a file for each would cost more than it has.
export { Access } from './access.tsx';
export { Activity } from './activity.tsx';
export { Danger } from './danger.tsx';
export { Environments } from './environments.tsx';
export { General } from './general.tsx';
export { Guards } from './guards.tsx';
export { ImportComments } from './import-comments.tsx';
export { Integration } from './integration.tsx';
export { Integrations } from './integrations.tsx';
export { Labels } from './labels.tsx';
export { ProjectSettings } from './project-settings.tsx';
export { ProjectTokens } from './tokens.tsx';
export { Webhook } from './webhook.tsx';
export { Webhooks } from './webhooks.tsx';
