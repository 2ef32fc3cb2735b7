/**
 * What ui/ needs only once somebody does or looks at something. It loads as one piece on first need, so that starting
 * VS Code costs no more than registering commands and views.
 */
export { clearSessionKey, setServiceUrl, setSessionKey } from './connectionFlow';
export { copyId, open, remove, show } from './conversationActions';
export { conversationItem, serviceItem } from './conversationItems';
export { asExplained, explain } from './explain';
export { withLogLast } from './explanation';
export { outlineSettings } from '../domain/settingsOutline';
export { copyable, rowItem, sectionItem } from './settingsItems';
export { settingsMessage } from './settingsMessage';
export { startConversation } from './startFlow';
