/**
 * Actions of the audit trail with their descriptions: changes of access, secrets, billing and
 * settings.
 */
export const AUDIT_ACTIONS = {
  organization_changed: 'The name or slug of the organization was changed.',
  organization_deleted: 'The organization was deleted.',
  member_joined: 'An invitation was accepted.',
  member_role_changed: "A member's role was changed.",
  member_projects_changed: 'The projects of a member were changed.',
  member_email_changed: "The e-mail address of a member's account was changed.",
  member_removed: 'A member was removed.',
  member_left: 'A member left.',
  member_login_linked: "A login of the OpenID provider was linked to a member's account.",
  member_erased: 'The account of a member was erased.',
  member_exported: 'An administrator of the installation exported the data of a member.',
  visitor_erased: 'A person without an account was erased from the projects of the organization.',
  visitor_exported: 'The data of a person without an account was exported.',
  invitation_created: 'A person was invited.',
  invitation_resent: 'An invitation was sent again, with a new link.',
  invitation_revoked: 'An invitation was revoked.',
  access_token_created: 'A project token was created.',
  access_token_changed: 'The name, actions or projects of a project token were changed.',
  access_token_revoked: 'A project token was revoked.',
  project_created: 'A project was created.',
  project_changed: 'The name, slug or settings of a project were changed.',
  project_deleted: 'A project was deleted.',
  project_key_rotated: "A project's key was rotated.",
  environment_created: 'An environment was created.',
  environment_changed: 'An environment was changed.',
  environment_deleted: 'An environment was deleted.',
  baseline_accepted: 'A snapshot was made the baseline of its page, without a review.',
  baselines_moved: 'The baselines of a page were moved to its new address.',
  ignore_rule_created: 'An element was excluded from comparisons with baselines.',
  ignore_rule_deleted: 'An excluded element is compared with baselines again.',
  capture_credentials_set: 'Capture credentials of an environment were set or replaced.',
  capture_credentials_deleted:
    'Capture credentials of an environment were deleted, by a member or with a change of its address.',
  guard_retired: 'A guard of a resolved annotation was ended.',
  webhook_created: 'A webhook was created.',
  webhook_changed: 'The URL, events, state or secret of a webhook were changed.',
  webhook_disabled: 'The service disabled a webhook: its receiver answered 410 Gone, or failed for five days.',
  webhook_deleted: 'A webhook was deleted.',
  integration_created: 'An integration was created.',
  integration_changed: 'The location, name, events, state or credentials of an integration were changed.',
  integration_disabled:
    'The service disabled an integration: its provider rejected it repeatedly, or failed for five days.',
  integration_deleted: 'An integration was deleted.',
  subscription_changed: 'The plan was changed, or a paid plan started, ended, was canceled or resumed.',
  invoice_paid: 'An invoice was marked as paid.',
  invoice_voided: 'An invoice was voided.',
} as const;

export type AuditAction = keyof typeof AUDIT_ACTIONS;
