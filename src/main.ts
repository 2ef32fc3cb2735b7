/** Everything that activation doesn't need: it loads in the turn after it. */
export { codeActions } from './entry/vscode/codeActions';
export { keepViewsCurrent, onDemand, wire } from './wire';
