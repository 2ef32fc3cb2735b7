/** Absolute path of the checkout the tests were built from; esbuild puts it in. */
declare const PROJECT_ROOT: string;
