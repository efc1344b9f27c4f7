/** What the audit trail knows, with what each tells: changes of who may do what, of a secret, a key, billing or a setting. */
export const AUDIT_ACTIONS = {
  organization_changed: 'Its name or slug was changed.',
  organization_deleted: 'It was deleted.',
  member_joined: 'Somebody accepted an invitation.',
  member_role_changed: 'A member got another role.',
  member_email_changed: "A member's account got another e-mail address.",
  member_removed: 'A member was removed.',
  member_left: 'A member left.',
  invitation_created: 'Somebody was invited.',
  invitation_resent: 'An invitation was mailed again, with a new link.',
  invitation_revoked: 'An invitation was withdrawn.',
  project_created: 'A project was made.',
  project_changed: 'Name, slug or settings of a project were changed.',
  project_deleted: 'A project was deleted.',
  project_key_rotated: 'A project got a new key.',
  environment_created: 'An environment was made.',
  environment_changed: 'An environment was changed.',
  environment_deleted: 'An environment was removed.',
  webhook_created: 'A webhook was made.',
  webhook_changed: 'Address, events, state or secret of a webhook were changed.',
  webhook_disabled: 'A webhook was disabled by the service: its receiver was gone, or had failed for five days.',
  webhook_deleted: 'A webhook was removed.',
  integration_created: 'An integration was made.',
  integration_changed: 'Place, name, events, state or credentials of an integration were changed.',
  integration_disabled:
    'An integration was disabled by the service: it was refused again and again, or had failed for five days.',
  integration_deleted: 'An integration was removed.',
  subscription_changed: 'Another plan was chosen, or a paid plan began, ended, was cancelled or resumed.',
  invoice_paid: 'An invoice was marked as paid.',
  invoice_voided: 'An invoice was marked as not to be paid.',
} as const;

export type AuditAction = keyof typeof AUDIT_ACTIONS;
