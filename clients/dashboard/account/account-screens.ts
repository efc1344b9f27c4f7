// The screens of these settings are loaded together: a file for each would cost more than it has.
export { AccountSettings } from './account-settings.tsx';
export { Appearance } from './appearance.tsx';
export { ConnectedApps } from './connected-apps.tsx';
export { Notifications } from './notifications.tsx';
export { PersonalData } from './personal-data.tsx';
export { PersonalTokens } from './personal-tokens.tsx';
export { Profile } from './profile.tsx';
export { Sessions } from './sessions.tsx';
