/** Absolute path of the checkout that the tests were built from; inserted by esbuild. */
declare const PROJECT_ROOT: string;
