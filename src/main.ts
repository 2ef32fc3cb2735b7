/** Everything that activation doesn't need: it loads in the turn after it. */
export { codeActions } from './entry/vscode/codeActions';
export { keepViewsCurrent, wire } from './wire';

/** Its modules run on first use. */
export const onDemand = () => import('./onDemand');
