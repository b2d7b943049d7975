// Buttons that need a passkey appear only where there is a script and a browser that knows passkeys; what goes wrong is
// said beside them.
(() => {
  "use strict";
  const said = {
    NotAllowedError: "Nothing came from the passkey. Try again, or use your password.",
    InvalidStateError: "This device is known already.",
    SecurityError: "Passkeys work only at the proper address of this Ready Room, over HTTPS or at localhost.",
  };
  document.addEventListener("DOMContentLoaded", () => {
    const able = "credentials" in navigator && window.PublicKeyCredential;
    for (const part of document.querySelectorAll("[data-passkeys]")) {
      part.hidden = (part.dataset.passkeys === "able") !== Boolean(able);
    }
  });
  document.addEventListener("allauth.error", (event) => {
    event.preventDefault();
    const place = document.getElementById("passkey-trouble");
    place.textContent = said[event.detail.exception.name] || "That did not work. Try again, or use your password.";
    place.hidden = false;
  });
})();
