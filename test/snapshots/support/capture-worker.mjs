// Captures a page as a worker does, in a process of its own. Arguments: the module of the browser
// pool; its options and the request in JSON. Writes the base64 picture and the page record.
const [module = '', options = '', request = ''] = process.argv.slice(2);
const { createBrowserPool } = await import(module);
const pool = createBrowserPool(JSON.parse(options));
const { image, record } = await pool.capture(JSON.parse(request));
await pool.close();
process.stdout.write(JSON.stringify({ image: image.toString('base64'), record }));
