// Keeps the studio's files, so that it opens without a network. The build fills in the two lists.
const files = FILES;
const cacheName = `coppice-studio-${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(cacheName)
      .then((cache) => cache.addAll(files))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith("coppice-studio-") && name !== cacheName;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

// The network first, so that a new version is seen at once; what was kept if there is none.
self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const isOwn = method === "GET" && url.startsWith(self.registration.scope) && !url.includes("/given/");
  if (!isOwn) return;
  event.respondWith(
    fetch(event.request).catch(
      async () => (await caches.match(event.request, { ignoreSearch: true })) ?? Response.error(),
    ),
  );
});
