// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Reason of a notification. If several apply, the first one of mention, assignment and the others. */
export type NotificationKind =
  /** An annotation was created in a project of the member. */
  | 'annotation'
  /** A watched thread has a new reply. */
  | 'reply'
  /** An annotation or a reply mentions the member. */
  | 'mention'
  /** An annotation was assigned to the member. */
  | 'assignment'
  /** The status of a watched thread changed. */
  | 'status'
  /** A watched thread that was resolved is open again. */
  | 'reopened'
  /** A deployment reopened a watched thread, because its element went back to the reported look. */
  | 'regressed'
  /** A change was accepted as the fix of a watched thread. */
  | 'proof'
  /** A change was accepted as the fix of an annotation of the member. */
  | 'own_proof'
  /** A deployment of a project of the editor needs a review, or failed. */
  | 'deployment'
  /** A watched thread that is not resolved is due today, in UTC. */
  | 'due'
  /** Annotations were imported into a project of the member. */
  | 'import';

/** Way to receive a kind of notifications. */
export type NotificationChannel =
  /** Not at all. */
  | 'off'
  /** In the list of notifications. */
  | 'in_app'
  /** In the list and by mail, which collects what happens in a thread within five minutes. */
  | 'mail'
  /** In the list and in a daily mail. */
  | 'daily_digest'
  /** In the list and in a weekly mail. */
  | 'weekly_digest';

/** Choice of the channel through which a kind of notifications is received. */
export type NotificationPreferenceInput = {
  /** Kind of notifications. */
  readonly kind: NotificationKind;
  /** Way to receive it. */
  readonly channel: NotificationChannel;
};

export type AccountQueryVariables = Exact<{ [key: string]: never; }>;


export type AccountQuery = { readonly me: { readonly id: string, readonly name: string, readonly email: string, readonly emailVerifiedAt: string | null, readonly createdAt: string, readonly oidcLinkedAt: string | null } | null, readonly loginOptions: { readonly oidc: { readonly name: string } | null } | null };

export type UpdateMeMutationVariables = Exact<{
  name?: string | null | undefined;
  email?: string | null | undefined;
  currentPassword?: string | null | undefined;
}>;


export type UpdateMeMutation = { readonly updateMe: { readonly id: string, readonly name: string, readonly email: string, readonly emailVerifiedAt: string | null } };

export type ChangePasswordMutationVariables = Exact<{
  currentPassword: string;
  newPassword: string;
}>;


export type ChangePasswordMutation = { readonly changePassword: { readonly changed: boolean } };

export type UnlinkOidcMutationVariables = Exact<{
  currentPassword: string;
}>;


export type UnlinkOidcMutation = { readonly unlinkOidc: { readonly id: string, readonly oidcLinkedAt: string | null } };

export type RequestEmailVerificationMutationVariables = Exact<{ [key: string]: never; }>;


export type RequestEmailVerificationMutation = { readonly requestEmailVerification: { readonly accepted: boolean } };

export type SessionsQueryVariables = Exact<{ [key: string]: never; }>;


export type SessionsQuery = { readonly sessions: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly createdAt: string, readonly lastUsedAt: string, readonly userAgent: string | null, readonly ip: string | null }> } | null };

export type EndSessionMutationVariables = Exact<{
  id: string | number;
}>;


export type EndSessionMutation = { readonly endSession: { readonly id: string } };

export type NotificationSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type NotificationSettingsQuery = { readonly notificationSettings: { readonly mails: boolean, readonly timeZone: string, readonly digestHour: number, readonly digestWeekday: number, readonly bouncedAt: string | null, readonly preferences: ReadonlyArray<{ readonly kind: NotificationKind, readonly channel: NotificationChannel }> } | null };

export type UpdateNotificationSettingsMutationVariables = Exact<{
  preferences?: ReadonlyArray<NotificationPreferenceInput> | NotificationPreferenceInput | null | undefined;
  mails?: boolean | null | undefined;
  timeZone?: string | null | undefined;
  digestHour?: number | null | undefined;
  digestWeekday?: number | null | undefined;
}>;


export type UpdateNotificationSettingsMutation = { readonly updateNotificationSettings: { readonly mails: boolean } };

export type ProjectNotificationsQueryVariables = Exact<{
  projectId: string | number;
}>;


export type ProjectNotificationsQuery = { readonly projectNotificationSettings: { readonly projectId: string, readonly preferences: ReadonlyArray<{ readonly kind: NotificationKind, readonly channel: NotificationChannel, readonly isOverridden: boolean }> } | null };

export type SetProjectNotificationsMutationVariables = Exact<{
  projectId: string | number;
  preferences: ReadonlyArray<NotificationPreferenceInput> | NotificationPreferenceInput;
}>;


export type SetProjectNotificationsMutation = { readonly setProjectNotificationSettings: { readonly projectId: string } };

export type ExportMyDataMutationVariables = Exact<{ [key: string]: never; }>;


export type ExportMyDataMutation = { readonly exportMyData: { readonly url: string, readonly expiresAt: string } };

export type DeleteAccountMutationVariables = Exact<{
  currentPassword: string;
}>;


export type DeleteAccountMutation = { readonly deleteAccount: { readonly annotations: number } };

export const AccountDocument = "query Account{me{id name email emailVerifiedAt createdAt oidcLinkedAt}loginOptions{oidc{name}}}" as unknown as TypedDocumentNode<AccountQuery, AccountQueryVariables>;

export const UpdateMeDocument = "mutation UpdateMe($name:String$email:String$currentPassword:String){updateMe(name:$name email:$email currentPassword:$currentPassword){id name email emailVerifiedAt}}" as unknown as TypedDocumentNode<UpdateMeMutation, UpdateMeMutationVariables>;

export const ChangePasswordDocument = "mutation ChangePassword($currentPassword:String!$newPassword:String!){changePassword(currentPassword:$currentPassword newPassword:$newPassword){changed}}" as unknown as TypedDocumentNode<ChangePasswordMutation, ChangePasswordMutationVariables>;

export const UnlinkOidcDocument = "mutation UnlinkOidc($currentPassword:String!){unlinkOidc(currentPassword:$currentPassword){id oidcLinkedAt}}" as unknown as TypedDocumentNode<UnlinkOidcMutation, UnlinkOidcMutationVariables>;

export const RequestEmailVerificationDocument = "mutation RequestEmailVerification{requestEmailVerification{accepted}}" as unknown as TypedDocumentNode<RequestEmailVerificationMutation, RequestEmailVerificationMutationVariables>;

export const SessionsDocument = "query Sessions{sessions(first:100){nodes{id createdAt lastUsedAt userAgent ip}}}" as unknown as TypedDocumentNode<SessionsQuery, SessionsQueryVariables>;

export const EndSessionDocument = "mutation EndSession($id:ID!){endSession(id:$id){id}}" as unknown as TypedDocumentNode<EndSessionMutation, EndSessionMutationVariables>;

export const NotificationSettingsDocument = "query NotificationSettings{notificationSettings{preferences{kind channel}mails timeZone digestHour digestWeekday bouncedAt}}" as unknown as TypedDocumentNode<NotificationSettingsQuery, NotificationSettingsQueryVariables>;

export const UpdateNotificationSettingsDocument = "mutation UpdateNotificationSettings($preferences:[NotificationPreferenceInput!]$mails:Boolean$timeZone:String$digestHour:Int$digestWeekday:Int){updateNotificationSettings(preferences:$preferences mails:$mails timeZone:$timeZone digestHour:$digestHour digestWeekday:$digestWeekday){mails}}" as unknown as TypedDocumentNode<UpdateNotificationSettingsMutation, UpdateNotificationSettingsMutationVariables>;

export const ProjectNotificationsDocument = "query ProjectNotifications($projectId:ID!){projectNotificationSettings(projectId:$projectId){projectId preferences{kind channel isOverridden}}}" as unknown as TypedDocumentNode<ProjectNotificationsQuery, ProjectNotificationsQueryVariables>;

export const SetProjectNotificationsDocument = "mutation SetProjectNotifications($projectId:ID!$preferences:[NotificationPreferenceInput!]!){setProjectNotificationSettings(projectId:$projectId preferences:$preferences){projectId}}" as unknown as TypedDocumentNode<SetProjectNotificationsMutation, SetProjectNotificationsMutationVariables>;

export const ExportMyDataDocument = "mutation ExportMyData{exportMyData{url expiresAt}}" as unknown as TypedDocumentNode<ExportMyDataMutation, ExportMyDataMutationVariables>;

export const DeleteAccountDocument = "mutation DeleteAccount($currentPassword:String!){deleteAccount(currentPassword:$currentPassword){annotations}}" as unknown as TypedDocumentNode<DeleteAccountMutation, DeleteAccountMutationVariables>;
