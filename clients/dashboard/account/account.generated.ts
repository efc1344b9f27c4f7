// Written by `npm run generate`.
import type { TypedDocumentNode } from 'urql';
import type { AccountQuery, AccountQueryVariables, UpdateMeMutation, UpdateMeMutationVariables, ChangePasswordMutation, ChangePasswordMutationVariables, UnlinkOidcMutation, UnlinkOidcMutationVariables, SessionsQuery, SessionsQueryVariables, EndSessionMutation, EndSessionMutationVariables, NotificationSettingsQuery, NotificationSettingsQueryVariables, UpdateNotificationSettingsMutation, UpdateNotificationSettingsMutationVariables, ProjectNotificationsQuery, ProjectNotificationsQueryVariables, SetProjectNotificationsMutation, SetProjectNotificationsMutationVariables, ExportMyDataMutation, ExportMyDataMutationVariables, DeleteAccountMutation, DeleteAccountMutationVariables } from '../graphql-types.generated.ts';

export const AccountDocument = "query Account{me{id name email emailVerifiedAt createdAt oidcLinkedAt}loginOptions{oidc{name}}}" as unknown as TypedDocumentNode<AccountQuery, AccountQueryVariables>;

export const UpdateMeDocument = "mutation UpdateMe($name:String$email:String$currentPassword:String){updateMe(name:$name email:$email currentPassword:$currentPassword){id name email emailVerifiedAt}}" as unknown as TypedDocumentNode<UpdateMeMutation, UpdateMeMutationVariables>;

export const ChangePasswordDocument = "mutation ChangePassword($currentPassword:String!$newPassword:String!){changePassword(currentPassword:$currentPassword newPassword:$newPassword){changed}}" as unknown as TypedDocumentNode<ChangePasswordMutation, ChangePasswordMutationVariables>;

export const UnlinkOidcDocument = "mutation UnlinkOidc($currentPassword:String!){unlinkOidc(currentPassword:$currentPassword){id oidcLinkedAt}}" as unknown as TypedDocumentNode<UnlinkOidcMutation, UnlinkOidcMutationVariables>;

export const SessionsDocument = "query Sessions{sessions(first:100){nodes{id createdAt lastUsedAt userAgent ip}}}" as unknown as TypedDocumentNode<SessionsQuery, SessionsQueryVariables>;

export const EndSessionDocument = "mutation EndSession($id:ID!){endSession(id:$id){id}}" as unknown as TypedDocumentNode<EndSessionMutation, EndSessionMutationVariables>;

export const NotificationSettingsDocument = "query NotificationSettings{notificationSettings{preferences{kind channel}mails timeZone digestHour digestWeekday bouncedAt}}" as unknown as TypedDocumentNode<NotificationSettingsQuery, NotificationSettingsQueryVariables>;

export const UpdateNotificationSettingsDocument = "mutation UpdateNotificationSettings($preferences:[NotificationPreferenceInput!]$mails:Boolean$timeZone:String$digestHour:Int$digestWeekday:Int){updateNotificationSettings(preferences:$preferences mails:$mails timeZone:$timeZone digestHour:$digestHour digestWeekday:$digestWeekday){mails}}" as unknown as TypedDocumentNode<UpdateNotificationSettingsMutation, UpdateNotificationSettingsMutationVariables>;

export const ProjectNotificationsDocument = "query ProjectNotifications($projectId:ID!){projectNotificationSettings(projectId:$projectId){projectId preferences{kind channel isOverridden}}}" as unknown as TypedDocumentNode<ProjectNotificationsQuery, ProjectNotificationsQueryVariables>;

export const SetProjectNotificationsDocument = "mutation SetProjectNotifications($projectId:ID!$preferences:[NotificationPreferenceInput!]!){setProjectNotificationSettings(projectId:$projectId preferences:$preferences){projectId}}" as unknown as TypedDocumentNode<SetProjectNotificationsMutation, SetProjectNotificationsMutationVariables>;

export const ExportMyDataDocument = "mutation ExportMyData{exportMyData{url expiresAt}}" as unknown as TypedDocumentNode<ExportMyDataMutation, ExportMyDataMutationVariables>;

export const DeleteAccountDocument = "mutation DeleteAccount($currentPassword:String!){deleteAccount(currentPassword:$currentPassword){annotations}}" as unknown as TypedDocumentNode<DeleteAccountMutation, DeleteAccountMutationVariables>;
