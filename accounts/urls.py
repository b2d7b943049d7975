"""The door, and what people do with their accounts.

Allauth asks for some addresses by names of its own: these lead to the pages that the house has for them.
"""

from allauth.account import views as account
from allauth.mfa.base import views as mfa
from allauth.mfa.recovery_codes import views as recovery_codes
from allauth.mfa.totp import views as totp
from allauth.mfa.webauthn import views as webauthn
from django.contrib import admin
from django.urls import path, re_path

from accounts.views import accounts as views
from accounts.views import connections, records
from accounts.views.allauth_views import housed

urlpatterns = [
    path("enter/<str:token>/", views.enter, name="enter"),
    path("sign-in/", views.sign_in, name="account_login"),
    path("sign-in/", views.sign_in, name="sign-in"),
    path("sign-in/with/<slug:provider>/", connections.sign_in_with, name="sign-in-with"),
    path("sign-in/with/discord/back/", connections.back, {"provider": "discord"}, name="discord_callback"),
    path("sign-in/with/google/back/", connections.back, {"provider": "google"}, name="google_callback"),
    path("sign-out/", views.sign_out, name="sign-out"),
    path("account/", views.account, name="mfa_index"),
    path("account/", views.account, name="mfa_list_webauthn"),
    path("account/", views.account, name="socialaccount_connections"),
    path("account/", views.account, name="account"),
    path("account/sign-up/", views.sign_up, name="account_signup"),
    path("account/sign-up/with/", connections.sign_up_with, name="socialaccount_signup"),
    path("account/with/<slug:provider>/", connections.connection, name="connection"),
    path("account/with/<slug:provider>/end/", connections.connection_end, name="connection-end"),
    path("account/closed/", housed(account.account_inactive), name="account_inactive"),
    path("account/again/", housed(account.reauthenticate), name="account_reauthenticate"),
    path("account/name/", views.rename, name="account-name"),
    path("account/clock/", views.own_clock, name="account-clock"),
    path("account/email/", housed(account.email), name="account_email"),
    path("account/email/sent/", housed(account.email_verification_sent), name="account_email_verification_sent"),
    path("account/email/confirm/<str:key>/", housed(account.confirm_email), name="account_confirm_email"),
    path("account/password/", housed(account.password_change), name="account_change_password"),
    path("account/password/first/", housed(account.password_set), name="account_set_password"),
    path("account/password/forgotten/", housed(account.password_reset), name="account_reset_password"),
    path("account/password/sent/", housed(account.password_reset_done), name="account_reset_password_done"),
    re_path(
        r"^account/password/new/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        housed(account.password_reset_from_key),
        name="account_reset_password_from_key",
    ),
    path(
        "account/password/done/",
        housed(account.password_reset_from_key_done),
        name="account_reset_password_from_key_done",
    ),
    path("account/second/", housed(mfa.authenticate), name="mfa_authenticate"),
    path("account/second/again/", housed(mfa.reauthenticate), name="mfa_reauthenticate"),
    path("account/app/", housed(totp.activate_totp), name="mfa_activate_totp"),
    path("account/app/remove/", housed(totp.deactivate_totp), name="mfa_deactivate_totp"),
    path("account/codes/", housed(recovery_codes.view_recovery_codes), name="mfa_view_recovery_codes"),
    path("account/codes/new/", housed(recovery_codes.generate_recovery_codes), name="mfa_generate_recovery_codes"),
    path("account/codes/file/", housed(recovery_codes.download_recovery_codes), name="mfa_download_recovery_codes"),
    path("account/passkeys/in/", housed(webauthn.login_webauthn), name="mfa_login_webauthn"),
    path("account/passkeys/again/", housed(webauthn.reauthenticate_webauthn), name="mfa_reauthenticate_webauthn"),
    path("account/passkeys/new/", housed(webauthn.add_webauthn), name="mfa_add_webauthn"),
    path("account/passkeys/<int:pk>/", housed(webauthn.edit_webauthn), name="mfa_edit_webauthn"),
    path("account/passkeys/<int:pk>/remove/", housed(webauthn.remove_webauthn), name="mfa_remove_webauthn"),
    path("account/devices/", views.sign_out_elsewhere, name="account-devices"),
    path("account/data/", views.export, name="account-export"),
    path("account/record/", records.record, name="record"),
    path("people/<int:pk>/", records.person, name="person"),
    path("account/leave/", views.leave, name="account-leave"),
    path("admin/", admin.site.urls),
]
